import { clsx } from 'clsx'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import styles from './thumbnail.module.css'

interface ThumbProps {
  picture: PictureSource | null | undefined
  sizes: string
  className?: string | undefined
}

/** The picture of a product beside its name, square; its ground where there is none. */
export function Thumb({ picture, sizes, className }: ThumbProps) {
  return (
    <span className={clsx(styles.thumb, className)}>
      {picture && <Picture picture={picture} sizes={sizes} alt="" />}
    </span>
  )
}
