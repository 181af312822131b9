import { type MouseEvent, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { inPageLanguage } from '#ui/language.ts'
import { Picture, PictureNote, type PictureSource } from '#ui/picture.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './gallery.module.css'
import type { Lightbox } from './lightbox.tsx'

/** Asked for when somebody comes near a picture. */
const box = () => import('./lightbox.tsx')

/** How many are on the page; the others are in the lightbox. */
const onPage = 3

interface GalleryProps {
  pictures: readonly PictureSource[]
  /** What the pictures belong to. */
  subject: string
  /** The pictures are a demonstration; a line under them says so. */
  labelled: boolean
}

const fullSize = (picture: PictureSource): string =>
  `/files/${picture._id}/${picture.widths.at(-1)}.${picture.formats.at(-1) ?? 'webp'}`

/**
 * Three pictures, and how many more. Each is a link to its full size; after hydration it opens the lightbox, if that
 * can be had.
 */
export function Gallery({ pictures, subject, labelled }: GalleryProps) {
  const [shown, setShown] = useState<{ Box: typeof Lightbox; at: number } | null>(null)
  const opener = useRef<HTMLElement>(null)
  if (pictures.length === 0) return null
  const more = pictures.length - onPage
  const open = (at: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    // A new tab is the visitor's wish.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const link = event.currentTarget
    opener.current = link
    box().then(
      ({ Lightbox: Box }) => setShown({ Box, at }),
      () => window.location.assign(link.href),
    )
  }
  const near = () => void box().catch(() => undefined)
  const close = () => {
    setShown(null)
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ul className={styles.gallery} data-count={Math.min(pictures.length, onPage)}>
        {pictures.slice(0, onPage).map((picture, at) => (
          <li key={picture._id}>
            <a className={styles.link} href={fullSize(picture)} onPointerEnter={near} onFocus={near} onClick={open(at)}>
              <VisuallyHidden>{m.reading_picture_open({ at: at + 1, of: pictures.length })}</VisuallyHidden>
              <Picture
                className={styles.picture}
                picture={picture}
                alt={inPageLanguage(picture.alt)}
                sizes={at === 0 ? '(min-width: 1200px) 844px, 100vw' : '(min-width: 1200px) 420px, 50vw'}
              />
              {more > 0 && at === onPage - 1 && (
                <span className={styles.more}>{m.reading_pictures_more({ count: more })}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {labelled && <PictureNote>{m.common_picture_note()}</PictureNote>}
      {shown && <shown.Box pictures={pictures} first={shown.at} subject={subject} onClose={close} />}
    </>
  )
}
