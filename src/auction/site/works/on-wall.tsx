import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/controls/button.tsx'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import zoom from '#ui/media/zoom-viewer.module.css'
import styles from './on-wall.module.css'
import { formatWorkName, type WorkView } from './work-view.ts'
import { PriceStrip } from './work-zoom.tsx'

const wallColours = [
  { key: 'white', colour: '#ffffff', name: m.auction_wall_white },
  { key: 'plaster', colour: '#f1f1ee', name: m.auction_wall_plaster },
  { key: 'grey', colour: '#b9bdb7', name: m.auction_wall_grey },
  { key: 'dark', colour: '#28343c', name: m.auction_wall_dark },
] as const

/** A work at its true size on a wall, beside a bench 44 cm high. */
export default function WorkOnWall({
  work,
  picture,
  onClose,
}: {
  work: WorkView
  picture: PictureSource
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [wall, setWall] = useState<(typeof wallColours)[number]>(wallColours[1])
  const [eye, setEye] = useState(145)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const [width, height] = [(work.width ?? 600) / 10, (work.height ?? 600) / 10]
  const style = {
    '--width': width,
    '--eye': eye,
    // Height in cm that must fit above the floor.
    '--room': Math.max(220, eye + height / 2 + 24),
    '--wall-colour': wall.colour,
  } as CSSProperties
  return (
    <dialog
      ref={dialog}
      className={`${zoom.zoom} ${styles.wall}`}
      data-dark={wall.key === 'dark' || undefined}
      style={style}
      aria-label={`${formatWorkName(work)}, ${m.auction_on_wall()}`}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.room} aria-hidden="true">
        <span className={styles.eye}>
          <span>{m.auction_eye({ height: eye })}</span>
        </span>
        <span className={styles.work}>
          <Picture picture={picture} sizes="50vw" alt="" isFirst />
          <span className={styles.across}>{width} cm</span>
          <span className={styles.up}>{height} cm</span>
        </span>
        <span className={styles.bench} />
      </div>
      <div className={styles.floor} />
      <p className={zoom.name}>{formatWorkName(work)}</p>
      <div className={zoom.end}>
        <PriceStrip work={work} />
        <IconButton icon="close" label={m.auction_close()} onClick={onClose} autoFocus />
      </div>
      <div className={zoom.tools}>
        {wallColours.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-label={one.name()}
            aria-pressed={one === wall}
            className={styles.swatch}
            onClick={() => setWall(one)}
          >
            <span style={{ backgroundColor: one.colour }} />
          </button>
        ))}
        <label>
          {m.auction_eye({ height: eye })}
          <input
            type="range"
            min={120}
            max={175}
            step={1}
            value={eye}
            onChange={({ target }) => setEye(Number(target.value))}
          />
        </label>
      </div>
    </dialog>
  )
}
