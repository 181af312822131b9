import { clsx } from 'clsx'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import styles from './thumbnail.module.css'

interface ThumbProps {
  picture: PictureSource | null | undefined
  sizes: string
  className?: string | undefined
}

/** Square thumbnail of a product; empty background without a picture. */
export function Thumbnail({ picture, sizes, className }: ThumbProps) {
  return (
    <span className={clsx(styles.thumb, className)}>
      {picture && <Picture picture={picture} sizes={sizes} alt="" />}
    </span>
  )
}
