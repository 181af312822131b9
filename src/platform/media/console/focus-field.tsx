import { Button } from '@mantine/core'
import type { PointerEvent } from 'react'
import { useParams } from 'react-router'
import { useForm, usePath } from '#console/kit/form/form-context.ts'
import { pictureAddress } from '#console/kit/parts/media/thumbnail.tsx'
import { m } from '#messages/messages.js'
import styles from './focus-field.module.css'

export const center: [number, number] = [50, 50]

/** Aspect ratios in which pages crop pictures. */
const previewRatios = ['1 / 1', '3 / 4', '16 / 9'] as const

const toPercent = (part: number, whole: number) => Math.round(Math.min(1, Math.max(0, part / whole)) * 100)

/** Focal point that stays visible when the picture is cropped: click the picture or move the two sliders. */
export function FocusField() {
  const { id = '' } = useParams()
  const { readOnly = false, knownFiles } = useForm()
  const { value, set } = usePath('focus')
  const picture = knownFiles.picture(id)
  if (!picture) return null
  const [left, top] = (value ?? center) as [number, number]
  const address = pictureAddress(picture, 720)
  const movePoint = ({ buttons, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (readOnly || buttons !== 1) return
    const box = currentTarget.getBoundingClientRect()
    set([toPercent(clientX - box.left, box.width), toPercent(clientY - box.top, box.height)])
  }
  const position = { objectPosition: `${left}% ${top}%` }
  return (
    <div className={styles.focus}>
      <div className={styles.whole} onPointerDown={movePoint} onPointerMove={movePoint}>
        <img src={address} alt="" draggable={false} />
        <span className={styles.mark} style={{ left: `${left}%`, top: `${top}%` }} />
      </div>
      <div className={styles.ways}>
        {(
          [
            [m.media_focus_left(), left, (part: number) => [part, top]],
            [m.media_focus_top(), top, (part: number) => [left, part]],
          ] as const
        ).map(([label, part, moved]) => (
          <label key={label}>
            {label}
            <input
              type="range"
              max={100}
              value={part}
              disabled={readOnly}
              onChange={({ target }) => set(moved(Number(target.value)))}
            />
            <output>{part}%</output>
          </label>
        ))}
        <Button variant="default" disabled={readOnly || (left === 50 && top === 50)} onClick={() => set(center)}>
          {m.media_focus_middle()}
        </Button>
      </div>
      <ul className={styles.shapes} aria-label={m.media_focus_shapes()}>
        {previewRatios.map((shape) => (
          <li key={shape}>
            <img src={address} alt="" style={{ ...position, aspectRatio: shape }} />
            <span>{shape.replaceAll(' ', '').replace('/', ':')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
