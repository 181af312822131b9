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
import { IconButton } from '../controls/button.tsx'
import type { PictureSource } from './picture.tsx'
import styles from './zoom-viewer.module.css'

export interface ZoomControl {
  /** Shows the picture so large that its width takes so many pixels of the window. */
  toWidth: (pixels: number, immediately?: boolean) => void
}

interface ZoomProps {
  picture: PictureSource
  /** What is shown, above the picture. */
  name: string
  /** Of the window, for who hears the page. */
  label: string
  onClose: () => void
  /** What stays in sight beside the sign that closes it. */
  beside?: ReactNode
  /** Told how many pixels of the window the width of the picture takes, whenever that changes. */
  onScale?: (pixels: number) => void
  control?: RefObject<ZoomControl | null>
  /** The width in pixels that it opens with, instead of being whole. */
  openAt?: number | undefined
  /** The width in pixels that has to be reached, where the picture itself has fewer. */
  most?: number | undefined
  /** Between the signs for less and more, and behind them. */
  times?: ReactNode
  tools?: ReactNode
  /** Further keys. */
  keys?: Readonly<Record<string, () => void>>
  /** Where there are several pictures: which one this is, from 0, of how many, and the way to another. */
  among?: { at: number; of: number; show: (at: number) => void }
  /** Over the picture. */
  children?: ReactNode
}

/**
 * The viewer empties its overlays by `innerHTML = ''` whenever it opens or goes, and Trusted Types refuse every text there:
 * it would stop before it has shown anything.
 */
const emptyWithoutHtml = (element: HTMLElement) =>
  Object.defineProperty(element, 'innerHTML', { set: () => element.replaceChildren() })

/** As `/files/{id}/tiles` answers: pixels of the whole, of a tile and of what tiles share, and the levels of sizes. */
interface Tiles {
  width: number
  height: number
  side: number
  shared: number
  firstLevel: number
  lastLevel: number
}

/** Milliseconds that the window waits for what the tiles are like; the picture has a variant that serves as well. */
const patience = 2000

/** Null where there are none, or whatever hinders it. */
const tilesOf = async (at: string): Promise<Tiles | null> => {
  try {
    const answer = await fetch(`${at}/tiles`, { signal: AbortSignal.timeout(patience) })
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

/** The picture in tiles, with all its pixels, where it has more than its widest variant and they are cut; else that one. */
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

/** Part of the window that an arrow key moves the picture by. */
const panStep = 0.1
const pans: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-panStep, 0],
  ArrowRight: [panStep, 0],
  ArrowUp: [0, -panStep],
  ArrowDown: [0, panStep],
}

/**
 * A picture in the whole window, as close as it goes: by wheel, two fingers, + and − and 0; arrow keys move it, Page Up and
 * Page Down change it for the next, Escape closes. Comes with a library of its own: load it when it is asked for.
 */
export default function Zoom({
  picture,
  name,
  label,
  onClose,
  beside,
  onScale,
  control,
  openAt,
  most = 0,
  times,
  tools,
  keys = {},
  among,
  children,
}: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(null)
  /** Makes what the viewer takes as a place; of its library, which comes when it is asked for. */
  const point = useRef<(x: number, y: number) => Point>(null)
  const [isFailed, setFailed] = useState(false)
  const tellScale = useEffectEvent((pixels: number) => onScale?.(pixels))
  const readMost = useEffectEvent((width: number) => Math.max(3, most / width))
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
          // On a phone the tools need its place.
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
        // At zoom 1 the picture's width is the window's.
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
  const whole = () => viewer.current?.viewport.goHome()
  const step = (by: number) => among?.show((among.at + by + among.of) % among.of)
  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    // The picture itself, where it has the focus, has keys of its own.
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      (event.target instanceof Node && stage.current?.contains(event.target))
    )
      return
    const pan = pans[event.key]
    const own = keys[event.key]
    const now = viewer.current
    if (event.key === '+' || event.key === '=') by(1.5)
    else if (event.key === '-') by(1 / 1.5)
    else if (event.key === '0') whole()
    else if (own) own()
    else if (event.key === 'PageUp') step(-1)
    else if (event.key === 'PageDown') step(1)
    else if (pan && now && point.current) {
      const seen = now.viewport.getBounds()
      now.viewport.panBy(point.current(pan[0] * seen.width, pan[1] * seen.height)).applyConstraints()
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
        {beside}
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
        <button type="button" onClick={whole}>
          {m.zoom_whole()}
        </button>
      </div>
    </dialog>
  )
}
