import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import styles from './image-gallery.module.css'

/** Image gallery: one large picture and thumbnails to select from. Without JavaScript the first one is shown. */
export function ImageGallery({ pictures, name }: { pictures: readonly PictureSource[]; name: string }) {
  const [at, setAt] = useState(0)
  const shown = pictures[at] ?? pictures[0]
  if (!shown) return <div className={styles.none} aria-hidden="true" />
  return (
    <div>
      <div className={styles.large}>
        <Picture key={shown._id} picture={shown} sizes="(min-width: 1200px) 600px, 100vw" alt={name} isFirst />
      </div>
      {pictures.length > 1 && (
        <ul className={styles.small}>
          {pictures.map((picture, index) => (
            <li key={picture._id}>
              <button
                type="button"
                aria-label={m.match_product_picture({ number: index + 1 })}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
              >
                <Picture picture={picture} sizes="112px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
