import { clsx } from 'clsx'
import { type CSSProperties, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { TextLink } from '#ui/controls/text-link.tsx'
import { foreignLang, inPageLanguage } from '#ui/format/language-attributes.ts'
import { Picture } from '#ui/media/picture.tsx'
import { RichText } from '#ui/text/rich-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { PublicPopup } from '../contract.ts'
import styles from './popup-card.module.css'

interface CardProps {
  popup: PublicPopup
  /** `at` is the position of the popup in its stack, from 1; `of` is the size of the stack. */
  at: number
  of: number
  place: (path: string) => string
  onClose: (popup: PublicPopup) => void
  onHide: (popup: PublicPopup) => void
}

function CardContent({ popup, at, of, place, onClose, onHide, titleId }: CardProps & { titleId: string }) {
  const { title, body, link, linkLabel, picture, lang } = popup
  const shown = picture && (
    <Picture
      className={styles.picture}
      picture={picture}
      alt={inPageLanguage(picture.alt)}
      sizes="(min-width: 768px) 480px, 100vw"
      isFirst
    />
  )
  return (
    <>
      <div className={styles.head}>
        <p className={styles.count}>{of > 1 ? m.popup_label({ at, of }) : m.popup_label_one()}</p>
        <IconButton icon="close" label={m.popup_close()} onClick={() => onClose(popup)} />
      </div>
      <div className={styles.body} data-told={body !== '' || undefined} lang={foreignLang(lang)}>
        {link && shown && !linkLabel ? (
          <Link to={place(link)} aria-label={title}>
            {shown}
          </Link>
        ) : (
          shown
        )}
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {body && (
            <div className={styles.text}>
              <RichText html={body} />
            </div>
          )}
          {link && (
            <TextLink className={styles.link} to={place(link)} onClick={() => onClose(popup)}>
              {linkLabel || m.popup_more()}
              <VisuallyHidden>{` – ${title}`}</VisuallyHidden>
            </TextLink>
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.act} onClick={() => onHide(popup)}>
          {m.popup_hide_today()}
        </button>
        <button type="button" className={styles.act} onClick={() => onClose(popup)}>
          <strong>{m.popup_close()}</strong>
        </button>
      </div>
    </>
  )
}

const isOverlapping = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

type Corner = PublicPopup['corner']

const otherCorner: Record<Corner, Corner> = { left: 'right', right: 'left' }

/** Returns a corner in which the popup covers no heading and no `data-keep-clear` element; null if there is none. */
const useClearCorner = (box: RefObject<HTMLElement | null>, preferred: Corner): Corner | null => {
  const [corner, setCorner] = useState<Corner | null>(preferred)
  const [triedCorners, setTriedCorners] = useState<readonly Corner[]>([])
  useLayoutEffect(() => {
    const element = box.current
    if (!element || corner === null) return
    const covered = element.getBoundingClientRect()
    const clear = Array.from(document.querySelectorAll('main h1, [data-keep-clear]'), (candidate) =>
      candidate.getBoundingClientRect(),
    )
    if (!clear.some((candidate) => isOverlapping(covered, candidate))) return
    const other = otherCorner[corner]
    setTriedCorners((before) => [...before, corner])
    setCorner(triedCorners.includes(other) ? null : other)
  }, [box, corner, triedCorners])
  // Try again after scrolling.
  useEffect(() => {
    if (corner !== null) return
    const updateCorner = () => {
      setTriedCorners([])
      setCorner(preferred)
    }
    addEventListener('scroll', updateCorner, { once: true, passive: true })
    return () => removeEventListener('scroll', updateCorner)
  }, [corner, preferred])
  return corner
}

interface CornerProps extends CardProps {
  docked: boolean
  /** Called if the undocked popup covers the title or the first call to action in both corners. */
  onCramped: (popup: PublicPopup) => void
}

/**
 * Popup fixed in a corner over the page, or docked at the bottom. It moves to the other corner if it covers the title
 * or the first call to action, and is hidden if both corners do.
 */
export function CornerPopup({ docked, onCramped, ...card }: CornerProps) {
  const { popup, onClose } = card
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  const corner = useClearCorner(box, popup.corner)
  const isCramped = corner === null && !docked
  useEffect(() => {
    if (isCramped) onCramped(popup)
  }, [isCramped, popup, onCramped])

  useEffect(() => {
    const { dataset } = document.documentElement
    if (docked) dataset.docked = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented || document.querySelector(':modal, :popover-open'))
        return
      event.preventDefault()
      onClose(popup)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      delete dataset.docked
      removeEventListener('keydown', onKeyDown)
    }
  }, [docked, popup, onClose])

  return (
    <aside
      ref={box}
      className={clsx(styles.cornered, docked && styles.docked)}
      data-ground="white"
      data-popup={docked ? 'docked' : 'basic'}
      data-corner={corner ?? 'nowhere'}
      style={{ '--width': `${popup.width}px` } as CSSProperties}
      aria-labelledby={titleId}
    >
      <CardContent {...card} titleId={titleId} />
    </aside>
  )
}

/** Centered modal dialog with a backdrop; a bottom sheet on phones. */
export function ModalPopup({ sheet, ...card }: CardProps & { sheet: boolean }) {
  const { popup, onClose } = card
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={sheet ? styles.sheet : styles.modal}
      data-ground="white"
      data-popup={sheet ? 'sheet' : 'modal'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose(popup)
      }}
    >
      <CardContent {...card} titleId={titleId} />
    </dialog>
  )
}
