import { useState } from 'react'
import { m } from '#messages/messages.js'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import styles from './gallery.module.css'

/** The pictures of a product: one large, the others below it; arrow keys go from one to the next. */
export function Gallery({ pictures, name }: { pictures: readonly PictureSource[]; name: string }) {
  const [at, setAt] = useState(0)
  const picture = pictures[at] ?? pictures[0]
  if (!picture) return <div className={styles.none}>{m.shop_no_picture()}</div>
  return (
    <div className={styles.gallery}>
      <div className={styles.large}>
        <Picture key={picture._id} picture={picture} sizes="(min-width: 1200px) 744px, 100vw" alt={name} first />
      </div>
      {pictures.length > 1 && (
        <ul className={styles.small}>
          {pictures.map((one, index) => (
            <li key={one._id}>
              <button
                type="button"
                aria-label={m.shop_picture({ number: index + 1 })}
                aria-pressed={index === at}
                onClick={() => setAt(index)}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
                  if (step === 0) return
                  const next = (at + step + pictures.length) % pictures.length
                  setAt(next)
                  event.currentTarget.closest('ul')?.querySelectorAll('button')[next]?.focus()
                }}
              >
                <Picture picture={one} sizes="92px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
