import { useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import type { PictureSource } from '#ui/media/picture.tsx'
import zoom from '#ui/media/zoom-viewer.module.css'
import ZoomViewer, { type ZoomControl } from '#ui/media/zoom-viewer.tsx'
import { formatWon } from '../format/format-amounts.ts'
import { formatTimeLeft } from '../format/format-times.ts'
import { useLiveLots, useServerNow } from '../live/use-live-lots.ts'
import { bankCardSide, readScreenScale, scaleBounds, storeScreenScale } from './screen-scale.ts'
import { formatWorkName, type WorkView } from './work-view.ts'

interface ZoomProps {
  work: WorkView
  picture: PictureSource
  /** Opens at actual size instead of fitting the window. */
  actual?: boolean
  onClose: () => void
}

/** Keeps price and time visible while zooming. */
export function PriceStrip({ work }: { work: WorkView }) {
  const lot = useLiveLots(work.program._id).lots.get(work._id)
  const now = useServerNow()
  return (
    <p className={zoom.strip}>
      {m.auction_lot({ lot: work.lot })} · {formatWon(lot?.price ?? work.startPrice)}
      {lot?.state === 'open' && now !== undefined && <> · {formatTimeLeft(new Date(lot.endsAt).getTime() - now)}</>}
    </p>
  )
}

const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50] as const

/** Scale bar: returns a round length in cm and its width in px. */
const chooseScaleBar = (pixelsPerCm: number): { cm: number; pixels: number } => {
  const cm = steps.findLast((step) => step * pixelsPerCm <= 160) ?? steps[0]
  return { cm, pixels: Math.round(cm * pixelsPerCm) }
}

/** Formats the magnification relative to actual size: 0.6; 1; 12. */
const formatTimes = (times: number) => (times < 9.95 ? String(Number(times.toFixed(1))) : String(Math.round(times)))

/** Full-window zoom up to the picture's resolution, with a scale bar. */
export default function WorkZoom({ work, picture, actual = false, onClose }: ZoomProps) {
  const control = useRef<ZoomControl>(null)
  /** Pixels per centimeter of the work as displayed; `screen` is that of the screen itself. */
  const [displayedScale, setDisplayedScale] = useState<number>()
  const [screen, setScreen] = useState(readScreenScale)
  const cm = work.width === null ? null : work.width / 10
  const toActual = (scale = screen) => cm && control.current?.toWidth(scale * cm)
  const times = displayedScale && displayedScale / screen
  const isActual = times !== undefined && Math.abs(times - 1) < 0.005
  const bar = displayedScale && chooseScaleBar(displayedScale)
  return (
    <ZoomViewer
      picture={picture}
      name={formatWorkName(work)}
      label={`${formatWorkName(work)}, ${m.auction_zoom()}`}
      onClose={onClose}
      controls={<PriceStrip work={work} />}
      control={control}
      {...(cm && {
        onScale: (pixels: number) => setDisplayedScale(pixels / cm),
        openAt: actual ? screen * cm : undefined,
        // A large work at actual size on a dense screen needs more pixels than the picture has.
        maxZoomWidth: scaleBounds.most * cm,
        keys: { '1': () => toActual() },
        tools: (
          <button type="button" aria-pressed={isActual} onClick={() => toActual()}>
            {m.auction_actual()}
          </button>
        ),
      })}
      times={
        times !== undefined && (
          <output className={zoom.times}>{m.auction_zoom_times({ times: formatTimes(times) })}</output>
        )
      }
    >
      {isActual ? (
        <label className={zoom.bar}>
          <span style={{ width: bankCardSide * screen }} aria-hidden="true" />
          {m.auction_actual_card()}
          <input
            type="range"
            min={scaleBounds.least}
            max={scaleBounds.most}
            step={0.1}
            value={screen}
            onChange={({ target }) => {
              const scale = Number(target.value)
              setScreen(scale)
              storeScreenScale(scale)
              toActual(scale)
            }}
          />
        </label>
      ) : (
        bar && (
          <p className={zoom.bar}>
            <span style={{ width: bar.pixels }} aria-hidden="true" />
            {m.auction_zoom_bar({ size: bar.cm })}
          </p>
        )
      )}
    </ZoomViewer>
  )
}
