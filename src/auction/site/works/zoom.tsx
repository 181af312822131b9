import type { Viewer } from 'openseadragon'
import { useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/button.tsx'
import type { PictureSource } from '#ui/picture.tsx'
import { useLive, useServerNow } from '../live/use-live.ts'
import { won } from '../sums.ts'
import { leftWords } from '../when.ts'
import { type WorkView, workName } from './work-view.ts'
import styles from './zoom.module.css'

interface LookProps {
  work: WorkView
  picture: PictureSource
  onClose: () => void
}

/** Price and time stay in sight while one looks. */
export function PriceStrip({ work }: { work: WorkView }) {
  const lot = useLive(work.program._id).lots.get(work._id)
  const now = useServerNow()
  return (
    <p className={styles.strip}>
      {m.auction_lot({ lot: work.lot })} · {won(lot?.price ?? work.startPrice)}
      {lot?.state === 'open' && now !== undefined && <> · {leftWords(new Date(lot.endsAt).getTime() - now)}</>}
    </p>
  )
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50] as const

/** The bar: how many pixels of the window so many centimetres of the work take. */
const barOf = (pixelsPerCm: number): { cm: number; pixels: number } => {
  const cm = steps.findLast((step) => step * pixelsPerCm <= 160) ?? steps[0]
  return { cm, pixels: Math.round(cm * pixelsPerCm) }
}

/** A work in the whole window, as close as its picture goes; a bar tells how much of the work one sees. */
export default function Zoom({ work, picture, onClose }: LookProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const viewer = useRef<Viewer>(null)
  const [bar, setBar] = useState<{ cm: number; pixels: number }>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    let isOpen = true
    void import('openseadragon').then(
      ({ default: open }) => {
        if (!isOpen || !stage.current) return
        const width = picture.widths.at(-1) ?? picture.width
        const source = { type: 'image', url: `/files/${picture._id}/${width}.webp`, buildPyramid: false }
        const made = open({
          element: stage.current,
          tileSources: source,
          showNavigationControl: false,
          showNavigator: true,
          navigatorPosition: 'BOTTOM_RIGHT',
          visibilityRatio: 0.6,
          maxZoomPixelRatio: 3,
          animationTime: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 0.25,
          gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
          drawer: 'canvas',
        })
        viewer.current = made
        const measure = () => {
          if (!work.width) return
          // At zoom 1 the picture's width is the window's.
          const pixelsPerCm = (made.viewport.getZoom(true) * made.viewport.getContainerSize().x) / (work.width / 10)
          setBar(barOf(pixelsPerCm))
        }
        made.addHandler('open', measure)
        made.addHandler('animation', measure)
        made.addHandler('open-failed', () => setFailed(true))
      },
      () => isOpen && setFailed(true),
    )
    return () => {
      isOpen = false
      viewer.current?.destroy()
      viewer.current = null
    }
  }, [picture, work.width])
  const by = (factor: number) => viewer.current?.viewport.zoomBy(factor).applyConstraints()
  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={`${workName(work)}, ${m.auction_zoom()}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div ref={stage} className={styles.stage} />
      <p className={styles.name}>{workName(work)}</p>
      <div className={styles.end}>
        <PriceStrip work={work} />
        <IconButton icon="close" label={m.auction_close()} onClick={onClose} autoFocus />
      </div>
      {isFailed && (
        <p role="alert" className={styles.failed}>
          {m.auction_zoom_failed()}
        </p>
      )}
      {bar && (
        <p className={styles.bar}>
          <span style={{ width: bar.pixels }} aria-hidden="true" />
          {m.auction_zoom_bar({ size: bar.cm })}
        </p>
      )}
      <div className={styles.tools}>
        <button type="button" aria-label={m.auction_zoom_out()} onClick={() => by(1 / 1.5)}>
          −
        </button>
        <button type="button" aria-label={m.auction_zoom_in()} onClick={() => by(1.5)}>
          +
        </button>
        <button type="button" onClick={() => viewer.current?.viewport.goHome()}>
          {m.auction_zoom_whole()}
        </button>
      </div>
    </dialog>
  )
}
