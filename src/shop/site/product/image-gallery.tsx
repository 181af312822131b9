import { useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { lazyComponent } from '#ui/browser/lazy-component.tsx'
import { useHydrated } from '#ui/browser/use-hydrated.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { PartFailed } from '../parts/load-failed.tsx'
import styles from './image-gallery.module.css'

// Lazy-loaded: few visitors zoom.
const Zoom = lazyComponent(() => import('#ui/media/zoom-viewer.tsx'), PartFailed)

const stepOf: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Picture gallery: a swipeable row with thumbnails below, arrow keys between them, and zoom on click. Without
 * JavaScript the row is still swipeable.
 */
export function ImageGallery({ pictures, name }: { pictures: readonly PictureSource[]; name: string }) {
  const [at, setAt] = useState(0)
  const [isClose, setClose] = useState(false)
  const row = useRef<HTMLUListElement>(null)
  const awake = useHydrated()
  const shown = pictures[at]
  if (!shown) return <div className={styles.none}>{m.shop_no_picture()}</div>
  const show = (next: number) => {
    setAt(next)
    const { current } = row
    current?.scrollTo({ left: next * current.clientWidth })
  }
  return (
    <div className={styles.gallery}>
      <div className={styles.large}>
        <ul
          ref={row}
          className={styles.row}
          aria-label={m.shop_pictures()}
          // Ignore scroll events while the zoom viewer is open: scroll snapping may stop the row on the way.
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            isClose || setAt(Math.round(scrollLeft / clientWidth))
          }
        >
          {pictures.map((picture, index) => (
            <li key={picture._id}>
              <button type="button" disabled={!awake} onClick={() => setClose(true)} onFocus={() => show(index)}>
                <Picture
                  picture={picture}
                  sizes="(min-width: 1200px) 744px, 100vw"
                  alt={inPageLanguage(picture.alt) || name}
                  isFirst={index === 0}
                />
                <VisuallyHidden>. {m.shop_zoom()}</VisuallyHidden>
              </button>
            </li>
          ))}
        </ul>
        <p className={styles.closer} aria-hidden="true" data-awake={awake}>
          <Icon name="search" small />
        </p>
        {pictures.length > 1 && (
          <p className={styles.count} aria-hidden="true">
            {at + 1} / {pictures.length}
          </p>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={styles.small}>
          {pictures.map((one, index) => (
            <li key={one._id}>
              <button
                type="button"
                aria-label={m.shop_picture({ number: index + 1 })}
                aria-pressed={index === at}
                onClick={() => show(index)}
                onKeyDown={(event) => {
                  const step = stepOf[pressedKey(event)]
                  if (!step) return
                  const next = (at + step + pictures.length) % pictures.length
                  show(next)
                  event.currentTarget.closest('ul')?.querySelectorAll('button')[next]?.focus()
                }}
              >
                <Picture picture={one} sizes="92px" alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isClose && (
        <Zoom
          props={{
            picture: shown,
            name,
            label: `${name}, ${m.shop_zoom()}`,
            among: { at, of: pictures.length, show },
            onClose: () => {
              setClose(false)
              // Focus the picture viewed last, which also scrolls the row to it.
              requestAnimationFrame(() => row.current?.querySelectorAll('button')[at]?.focus())
            },
          }}
        />
      )}
    </div>
  )
}
