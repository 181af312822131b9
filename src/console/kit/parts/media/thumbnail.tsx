import type { Picture } from '#kit/contract.ts'
import styles from './thumbnail.module.css'

/** Address of a variant: the smallest at least `width` px wide, in the format that every browser supports. */
export const pictureAddress = (picture: Picture, width: number): string => {
  const chosen = picture.widths.find((candidate) => candidate >= width) ?? picture.widths.at(-1)
  const format = picture.formats.includes('webp') ? 'webp' : (picture.formats[0] ?? 'webp')
  return `/files/${picture._id}/${chosen}.${format}`
}

/** Thumbnail in a list; a dashed placeholder if there is no picture. */
export function Thumbnail({
  picture,
  width = 44,
  height = 28,
}: {
  picture: Picture | null
  width?: number
  height?: number
}) {
  if (!picture) return <span className={styles.none} style={{ width, height }} aria-hidden="true" />
  return (
    <img
      className={styles.thumb}
      src={pictureAddress(picture, width * 2)}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  )
}
