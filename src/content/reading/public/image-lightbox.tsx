import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture, type PictureSource } from '#ui/media/picture.tsx'
import styles from './image-lightbox.module.css'

interface LightboxProps {
  pictures: readonly PictureSource[]
  /** Index of the initial picture. */
  first: number
  /** Title of the post. */
  subject: string
  onClose: () => void
}

/** Horizontal distance in px at which a swipe changes the picture. */
const swipeFrom = 48

/** Swipe handlers. Gestures with two fingers, and all gestures on a zoomed page, are left to the browser. */
const useSwipe = (turn: (by: 1 | -1) => void) => {
  const start = useRef<{ x: number; y: number }>(null)
  const dragTrack = (track: HTMLElement, offset: number | null) => {
    track.toggleAttribute('data-pulled', offset !== null)
    track.style.setProperty('--pull', `${offset ?? 0}px`)
  }
  const getSwipeDirection = ({ changedTouches: { 0: touch } }: TouchEvent) => {
    if (!touch || !start.current) return 0
    const [x, y] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
    return Math.abs(x) > Math.abs(y) ? x : 0
  }
  return {
    onTouchStart({ touches }: TouchEvent<HTMLElement>) {
      const { 0: touch, 1: second } = touches
      const zoomed = (visualViewport?.scale ?? 1) > 1.01
      start.current = touch && !second && !zoomed ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchMove(event: TouchEvent<HTMLElement>) {
      if (event.touches.length > 1) start.current = null
      dragTrack(event.currentTarget, start.current && getSwipeDirection(event))
    },
    onTouchEnd(event: TouchEvent<HTMLElement>) {
      const offset = getSwipeDirection(event)
      start.current = null
      dragTrack(event.currentTarget, null)
      if (Math.abs(offset) >= swipeFrom) turn(offset < 0 ? 1 : -1)
    },
    onTouchCancel(event: TouchEvent<HTMLElement>) {
      start.current = null
      dragTrack(event.currentTarget, null)
    },
  }
}

/** Modal gallery of all pictures, one at a time, with keyboard, buttons and swipe. */
export function ImageLightbox({ pictures, first, subject, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [at, setAt] = useState(first)
  const last = pictures.length - 1
  const goTo = (picture: number) => setAt(Math.min(Math.max(picture, 0), last))
  const swipe = useSwipe((by) => goTo(at + by))

  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[pressedKey(event)]
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    goTo(target)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      data-ground="ink"
      aria-label={m.reading_pictures_of({ subject })}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={styles.head}>
        <p className={styles.count} role="status">
          {m.reading_picture_at({ at: at + 1, of: pictures.length })}
        </p>
        <IconButton icon="close" label={m.reading_pictures_close()} onClick={() => dialog.current?.close()} />
      </div>
      <div className={styles.window}>
        <ul className={styles.track} style={{ '--at': at }} {...swipe}>
          {pictures.map((picture, index) => (
            <li key={picture._id} className={styles.slide} inert={index !== at}>
              <Picture
                className={styles.picture}
                picture={picture}
                alt={inPageLanguage(picture.alt)}
                sizes="100vw"
                isFirst={Math.abs(index - at) <= 1}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.foot}>
        {/* Alternative text of the picture as a visible caption. */}
        <p className={styles.caption} aria-hidden="true">
          {pictures[at] && inPageLanguage(pictures[at].alt)}
        </p>
        {last > 0 && (
          <div className={styles.acts}>
            <IconButton
              icon="arrow-left"
              label={m.reading_picture_previous()}
              framed
              aria-disabled={at === 0}
              onClick={() => goTo(at - 1)}
            />
            <IconButton
              icon="arrow-right"
              label={m.reading_picture_next()}
              framed
              aria-disabled={at === last}
              onClick={() => goTo(at + 1)}
            />
          </div>
        )}
      </div>
    </dialog>
  )
}
