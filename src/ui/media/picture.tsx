import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import styles from './picture.module.css'

/** What the API says of a stored picture (`#kit/contract.ts`). */
export interface PictureSource {
  _id: string
  alt: { ko: string; en?: string | undefined; cn?: string | undefined }
  width: number
  height: number
  widths: number[]
  formats: ('avif' | 'webp')[]
  /** Percent from the left and from the top: what stays in view where it is cut; its middle unless given. */
  focus?: [number, number] | undefined
}

interface PictureProps {
  picture: PictureSource
  /** Width at which it is shown, in the form of the `sizes` attribute. */
  sizes: string
  /** Alternative text; '' when it adds nothing to the words beside it. */
  alt: string
  /** The first picture of a page is asked for at once and first; all others wait until they come near. */
  first?: boolean
  className?: string
}

const address = (picture: PictureSource, width: number, format: string) => `/files/${picture._id}/${width}.${format}`

const candidates = (picture: PictureSource, format: string) =>
  picture.widths.map((width) => `${address(picture, width, format)} ${width}w`).join(', ')

/** AVIF, then WebP, each in its widths, with its place kept. */
export function Picture({ picture, sizes, alt, first = false, className }: PictureProps) {
  const fallback = picture.widths.findLast((width) => width <= 960) ?? picture.widths[0]
  if (fallback === undefined) return null
  const last = picture.formats.at(-1) ?? 'webp'
  return (
    <picture
      className={clsx(styles.picture, className)}
      style={{
        ...(!first && { '--ratio': `${picture.width} / ${picture.height}` }),
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
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? 'sync' : 'async'}
      />
    </picture>
  )
}

/** Credit in the corner of a picture; a sibling of it, in a positioned parent. */
export function PictureLabel({ children }: { children: ReactNode }) {
  return <span className={styles.label}>{children}</span>
}

/**
 * One line under the pictures of a section, for all of them. `below` puts it into the padding under the section, so
 * that a section whose height is known beforehand keeps it.
 */
export function PictureNote({ below = false, children }: { below?: boolean; children: ReactNode }) {
  return (
    <p className={styles.note} data-below={below || undefined} data-picture-note>
      {children}
    </p>
  )
}
