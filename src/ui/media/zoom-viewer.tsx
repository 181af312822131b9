import type { Point, Viewer } from 'openseadragon'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '../browser/keyboard.ts'
import { IconButton } from '../controls/button.tsx'
import type { PictureSource } from './picture.tsx'
import styles from './zoom-viewer.module.css'

export interface ZoomControl {
  /** Zooms so that the picture is `pixels` wide in CSS px. */
  toWidth: (pixels: number, immediately?: boolean) => void
}

interface ZoomProps {
  picture: PictureSource
  /** Title above the picture. */
  name: string
  /** Accessible name of the dialog. */
  label: string
  onClose: () => void
  /** Stays visible beside the close button. */
  controls?: ReactNode
  /** Called with the displayed width of the picture in px, on every change. */
  onScale?: (pixels: number) => void
  control?: RefObject<ZoomControl | null>
  /** Initial width in px; by default the full picture fits the window. */
  openAt?: number | undefined
  /** Width in px that zooming must be able to reach, beyond the picture's own pixels. */
  maxZoomWidth?: number | undefined
  /** `times` is between the zoom buttons, `tools` behind them. */
  times?: ReactNode
  tools?: ReactNode
  /** Additional keyboard shortcuts. */
  keys?: Readonly<Record<string, () => void>>
  /** Position among several pictures: index from 0, count, and a function to show another one. */
  among?: { at: number; of: number; show: (at: number) => void }
  /** Overlay on the picture. */
  children?: ReactNode
}

/**
 * OpenSeadragon empties its overlays by `innerHTML = ''` when it opens or closes. Trusted Types refuse any string
 * there, which would stop it before it shows anything.
 */
const emptyWithoutHtml = (element: HTMLElement) =>
  Object.defineProperty(element, 'innerHTML', { set: () => element.replaceChildren() })

/**
 * Response of `/files/{id}/tiles`: pixels of the picture, of a tile and of the overlap, and the range of zoom levels.
 */
interface Tiles {
  width: number
  height: number
  side: number
  shared: number
  firstLevel: number
  lastLevel: number
}

/** Timeout in ms for the tile information; the widest variant serves instead. */
const tileInfoTimeout = 2000

/** Returns null without tiles and on any error. */
const tilesOf = async (at: string): Promise<Tiles | null> => {
  try {
    const answer = await fetch(`${at}/tiles`, { signal: AbortSignal.timeout(tileInfoTimeout) })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/** Tiles with all pixels if the picture has more than its widest variant and tiles exist; otherwise that variant. */
const sourceOf = async (picture: PictureSource): Promise<{ width: number; source: object }> => {
  const at = `/files/${picture._id}`
  const width = picture.widths.at(-1) ?? picture.width
  if (picture.width > width) {
    const tiles = await tilesOf(at)
    if (tiles)
      return {
        width: tiles.width,
        source: {
          width: tiles.width,
          height: tiles.height,
          tileSize: tiles.side,
          tileOverlap: tiles.shared,
          minLevel: tiles.firstLevel,
          maxLevel: tiles.lastLevel,
          getTileUrl: (level: number, column: number, row: number) => `${at}/t${level}.${column}.${row}.webp`,
        },
      }
  }
  return { width, source: { type: 'image', url: `${at}/${width}.webp`, buildPyramid: false } }
}

/** Fraction of the window by which an arrow key pans. */
const panStep = 0.1
const pans: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
}

/**
 * Full-window picture viewer: zooms by wheel, pinch, + and −, resets by 0; arrow keys pan, Page Up and Page Down change
 * the picture, Escape closes. Brings its own library: load it on demand.
 */
export default function ZoomViewer({
  picture,
  name,
  label,
  onClose,
  controls,
  onScale,
  control,
  openAt,
  maxZoomWidth = 0,
  times,
  tools,
  keys = {},
  among,
  children,
}: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(null)
  /** Creates a point of OpenSeadragon, which loads on demand. */
  const point = useRef<(x: number, y: number) => Point>(null)
  const [isFailed, setFailed] = useState(false)
  const tellScale = useEffectEvent((pixels: number) => onScale?.(pixels))
  const readMost = useEffectEvent((width: number) => Math.max(3, maxZoomWidth / width))
  const toWidth: ZoomControl['toWidth'] = (pixels, immediately = false) => {
    const viewport = viewer.current?.viewport
    viewport?.zoomTo(pixels / viewport.getContainerSize().x, undefined, immediately)
  }
  const open = useEffectEvent(() => {
    if (openAt !== undefined) toWidth(openAt, true)
  })
  useImperativeHandle(control, () => ({ toWidth }))
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  useEffect(() => {
    let isOpen = true
    setFailed(false)
    void Promise.all([import('openseadragon'), sourceOf(picture)]).then(
      ([{ default: makeViewer }, { width, source }]) => {
        if (!isOpen || !stage.current) return
        const made = makeViewer({
          element: stage.current,
          showNavigationControl: false,
          // On phones the tools need that space.
          showNavigator: matchMedia('(min-width: 768px)').matches,
          navigatorPosition: 'ABSOLUTE',
          navigatorWidth: '132px',
          navigatorHeight: '160px',
          navigatorTop: 'calc(100% - 190px)',
          navigatorLeft: 'calc(100% - 162px)',
          navigatorAutoFade: false,
          navigatorOpacity: 1,
          navigatorBackground: 'var(--white)',
          navigatorBorderColor: 'var(--rule, var(--line-2))',
          navigatorDisplayRegionColor: 'var(--ink)',
          visibilityRatio: 0.6,
          maxZoomPixelRatio: readMost(width),
          animationTime: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.25,
          gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
          drawer: 'canvas',
        })
        viewer.current = made
        point.current = (x, y) => new makeViewer.Point(x, y)
        for (const { overlaysContainer } of made.navigator ? [made, made.navigator] : [made])
          emptyWithoutHtml(overlaysContainer)
        // At zoom 1 the picture is as wide as the window.
        const measure = () => tellScale(made.viewport.getZoom(true) * made.viewport.getContainerSize().x)
        made.addHandler('open', () => {
          open()
          measure()
        })
        made.addHandler('animation', measure)
        made.addHandler('open-failed', () => setFailed(true))
        made.open({ tileSource: source })
      },
      () => isOpen && setFailed(true),
    )
    return () => {
      isOpen = false
      viewer.current?.destroy()
      viewer.current = null
    }
  }, [picture])
  const by = (factor: number) => viewer.current?.viewport.zoomBy(factor).applyConstraints()
  const showWhole = () => viewer.current?.viewport.goHome()
  const step = (by: number) => among?.show((among.at + by + among.of) % among.of)
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    // The focused picture handles its own keys.
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target instanceof Node && stage.current?.contains(event.target))
    )
      return
    const pan = pans[pressedKey(event)]
    const own = keys[pressedKey(event)]
    const now = viewer.current
    if (pressedKey(event) === '+' || pressedKey(event) === '=') by(1.5)
    else if (pressedKey(event) === '-') by(1 / 1.5)
    else if (pressedKey(event) === '0') showWhole()
    else if (own) own()
    else if (pressedKey(event) === 'PageUp') step(-1)
    else if (pressedKey(event) === 'PageDown') step(1)
    else if (pan && now && point.current) {
      const bounds = now.viewport.getBounds()
      now.viewport.panBy(point.current(pan[0] * bounds.width, pan[1] * bounds.height)).applyConstraints()
    } else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={label}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div ref={stage} className={styles.stage} />
      <p className={styles.name}>{name}</p>
      <div className={styles.end}>
        {controls}
        <IconButton icon="close" label={m.zoom_close()} onClick={onClose} autoFocus />
      </div>
      {isFailed && (
        <p role="alert" className={styles.failed}>
          {m.zoom_failed()}
        </p>
      )}
      {children}
      <div className={styles.tools}>
        {among && among.of > 1 && (
          <>
            <button type="button" aria-label={m.zoom_previous()} onClick={() => step(-1)}>
              ‹
            </button>
            <p role="status">
              {among.at + 1} / {among.of}
            </p>
            <button type="button" aria-label={m.zoom_next()} onClick={() => step(1)}>
              ›
            </button>
          </>
        )}
        <button type="button" aria-label={m.zoom_out()} onClick={() => by(1 / 1.5)}>
          −
        </button>
        {times}
        <button type="button" aria-label={m.zoom_in()} onClick={() => by(1.5)}>
          +
        </button>
        {tools}
        <button type="button" onClick={showWhole}>
          {m.zoom_whole()}
        </button>
      </div>
    </dialog>
  )
}
