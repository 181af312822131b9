import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { IconButton } from '#ui/button.tsx'
import { foreign, inPageLanguage } from '#ui/language.ts'
import { Picture } from '#ui/picture.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import type { PublicPopup } from '../contract.ts'
import styles from './popup-card.module.css'

interface CardProps {
  popup: PublicPopup
  /** Which of how many in its stack. */
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
      first
    />
  )
  return (
    <>
      <div className={styles.head}>
        <p className={styles.count}>{of > 1 ? m.popup_label({ at, of }) : m.popup_label_one()}</p>
        <IconButton icon="close" label={m.popup_close()} onClick={() => onClose(popup)} />
      </div>
      <div className={styles.body} lang={foreign(lang)}>
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

const overlaps = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The corner a card moves to when it covers something. */
const retreat = { left: 'right', right: 'foot', foot: 'foot' } as const

/**
 * Fixed at its corner and overlaid on the page: the other corner, where it would cover the title or the first
 * act, and at the foot without its picture, where it still would.
 */
export function CornerPopup({ blocked, ...card }: CardProps & { blocked: boolean }) {
  const { popup, onClose } = card
  const box = useRef<HTMLElement>(null)
  const titleId = useId()
  const [corner, setCorner] = useState<keyof typeof retreat>(popup.corner)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const covered = element.getBoundingClientRect()
    const clear = Array.from(document.querySelectorAll('[data-keep-clear]'), (kept) => kept.getBoundingClientRect())
    if (clear.some((kept) => overlaps(covered, kept))) setCorner(retreat[corner])
  }, [corner])

  useEffect(() => {
    if (blocked) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(':modal, :popover-open')) return
      event.preventDefault()
      onClose(popup)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [blocked, popup, onClose])

  return (
    <aside
      ref={box}
      className={styles.cornered}
      data-ground="white"
      data-popup="basic"
      data-corner={corner}
      style={{ '--width': `${popup.width}px` } as CSSProperties}
      aria-labelledby={titleId}
    >
      <CardContent {...card} titleId={titleId} />
    </aside>
  )
}

/** In the middle over a veil; on phones a sheet from below. Holds the focus, as every modal dialog does. */
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
