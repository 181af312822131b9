import { type MouseEvent, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture, PictureNote, type PictureSource } from '#ui/media/picture.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import styles from './image-gallery.module.css'
import type { ImageLightbox } from './image-lightbox.tsx'

/** Loaded on hover or focus of a picture. */
const loadLightbox = () => import('./image-lightbox.tsx')

/** Pictures shown on the page; the lightbox has all. */
const maxPagePictures = 3

interface GalleryProps {
  pictures: readonly PictureSource[]
  /** Title of the post. */
  subject: string
  /** Shows a note that the pictures are demonstration pictures. */
  labelled: boolean
}

const getFullSizeUrl = (picture: PictureSource): string =>
  `/files/${picture._id}/${picture.widths.at(-1)}.${picture.formats.at(-1) ?? 'webp'}`

/**
 * Shows three pictures and the number of further ones. Each links to its full size; after hydration it opens the
 * lightbox, or the full size if the lightbox fails to load.
 */
export function ImageGallery({ pictures, subject, labelled }: GalleryProps) {
  const [shown, setShown] = useState<{ Box: typeof ImageLightbox; at: number } | null>(null)
  const opener = useRef<HTMLElement>(null)
  if (pictures.length === 0) return null
  const more = pictures.length - maxPagePictures
  const open = (at: number) => (event: MouseEvent<HTMLAnchorElement>) => {
    // Modified click: let the browser open a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const link = event.currentTarget
    opener.current = link
    loadLightbox().then(
      ({ ImageLightbox: Box }) => setShown({ Box, at }),
      () => window.location.assign(link.href),
    )
  }
  const preloadLightbox = () => void loadLightbox().catch(() => undefined)
  const close = () => {
    setShown(null)
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ul className={styles.gallery} data-count={Math.min(pictures.length, maxPagePictures)}>
        {pictures.slice(0, maxPagePictures).map((picture, at) => (
          <li key={picture._id}>
            <a
              className={styles.link}
              href={getFullSizeUrl(picture)}
              onPointerEnter={preloadLightbox}
              onFocus={preloadLightbox}
              onClick={open(at)}
            >
              <VisuallyHidden>{m.reading_picture_open({ at: at + 1, of: pictures.length })}</VisuallyHidden>
              <Picture
                className={styles.picture}
                picture={picture}
                alt={inPageLanguage(picture.alt)}
                sizes={at === 0 ? '(min-width: 1200px) 844px, 100vw' : '(min-width: 1200px) 420px, 50vw'}
              />
              {more > 0 && at === maxPagePictures - 1 && (
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
