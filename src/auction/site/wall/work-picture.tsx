import type { CSSProperties } from 'react'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import type { WorkSize } from './wall-scale.ts'
import styles from './work-picture.module.css'

interface WorkPictureProps {
  picture: PictureSource | null
  size: WorkSize
  /** Scale factor of the wall (`wall-scale.ts`). */
  fit: number
  sizes: string
  first?: boolean
}

/** Picture of a work in its true relative size, never cropped; the wall sets the pixels per centimeter. */
export function WorkPicture({ picture, size, fit, sizes, first = false }: WorkPictureProps) {
  const centimetres = ((size.width ?? 600) / 10) * fit
  const style = { '--cm': centimetres.toFixed(2) } as CSSProperties
  if (!picture) return <span className={styles.none} style={style} />
  return (
    <span className={styles.work} style={style}>
      <Picture picture={picture} sizes={sizes} alt="" isFirst={first} />
    </span>
  )
}
