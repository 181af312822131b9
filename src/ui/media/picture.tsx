import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './picture.module.css'

/** Stored picture as the API returns it (`#kit/contract.ts`). */
export interface PictureSource {
  _id: string
  alt: { ko: string; en?: string | undefined; cn?: string | undefined }
  width: number
  height: number
  widths: number[]
  formats: ('avif' | 'webp')[]
  /** Focal point for cropping, in percent from the left and the top; the center by default. */
  focus?: [number, number] | undefined
}

interface PictureProps {
  picture: PictureSource
  /** Displayed width, as a `sizes` attribute. */
  sizes: string
  /** Alternative text; '' if it adds nothing to the text beside it. */
  alt: string
  /** True for the first picture of a page, which loads eagerly with high priority; others load lazily. */
  isFirst?: boolean
  className?: string
}

const address = (picture: PictureSource, width: number, format: string) => `/files/${picture._id}/${width}.${format}`

const candidates = (picture: PictureSource, format: string) =>
  picture.widths.map((width) => `${address(picture, width, format)} ${width}w`).join(', ')

/** Responsive picture in AVIF and WebP, with reserved space. */
export function Picture({ picture, sizes, alt, isFirst = false, className }: PictureProps) {
  const fallback = picture.widths.findLast((width) => width <= 960) ?? picture.widths[0]
  if (fallback === undefined) return null
  const last = picture.formats.at(-1) ?? 'webp'
  return (
    <picture
      className={clsx(styles.picture, className)}
      style={{
        ...(!isFirst && { '--ratio': `${picture.width} / ${picture.height}` }),
        ...(picture.focus && { '--focus': picture.focus.map((part) => `${part}%`).join(' ') }),
      }}
    >
      {picture.formats
        .filter((format) => format !== last)
        .map((format) => (
          <source key={format} type={`image/${format}`} srcSet={candidates(picture, format)} sizes={sizes} />
        ))}
      <img
        src={address(picture, fallback, last)}
        srcSet={candidates(picture, last)}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : undefined}
        decoding={isFirst ? 'sync' : 'async'}
      />
    </picture>
  )
}

/** Credit in the corner of a picture; place it as a sibling in a positioned parent. */
export function PictureLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>
}

/**
 * One credit line below all pictures of a section. `isBelow` puts it into the section's bottom padding, so that a section
 * of predefined height keeps it.
 */
export function PictureNote({ isBelow = false, children }: { isBelow?: boolean; children: ReactNode }) {
  return (
    <p className={styles.note} data-below={isBelow || undefined} data-picture-note>
      {children}
    </p>
  )
}
