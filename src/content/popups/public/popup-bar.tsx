import { useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { foreignLang } from '#ui/format/language-attributes.ts'
import { RichText } from '#ui/text/rich-text.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import type { PublicPopup } from '../contract.ts'
import styles from './popup-bar.module.css'

interface BarProps {
  popup: PublicPopup
  place: (path: string) => string
  onClose: (popup: PublicPopup) => void
  onHide: (popup: PublicPopup) => void
  onSeen: (popup: PublicPopup) => void
}

/** Time on screen in ms after which the bar counts as seen. */
const seenDelay = 1000

/** Bar at the bottom of the viewport. It overlays the page, so the layout does not shift. */
export function PopupBar({ popup, place, onClose, onHide, onSeen }: BarProps) {
  const { title, body, link, linkLabel, lang } = popup
  useEffect(() => {
    // Use an attribute instead of a custom property: the whole document would inherit the property and be restyled.
    const { dataset } = document.documentElement
    dataset.bar = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector(':modal, :popover-open')) return
      onClose(popup)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      delete dataset.bar
      removeEventListener('keydown', onKeyDown)
    }
  }, [popup, onClose])
  useEffect(() => {
    const timer = setTimeout(() => onSeen(popup), seenDelay)
    return () => clearTimeout(timer)
  }, [popup, onSeen])
  return (
    <aside className={styles.bar} data-ground="sand" data-popup="bar" aria-label={title}>
      <p className={styles.words} lang={foreignLang(lang)}>
        <strong>{link ? <Link to={place(link)}>{title}</Link> : title}</strong>
        {body && (
          <span className={styles.text}>
            <RichText html={body} />
          </span>
        )}
      </p>
      {link && (
        <Link className={styles.link} to={place(link)}>
          {linkLabel || m.popup_more()}
          <VisuallyHidden>{` – ${title}`}</VisuallyHidden>
        </Link>
      )}
      <button type="button" className={styles.hide} onClick={() => onHide(popup)}>
        {m.popup_hide_today_short()}
      </button>
      <IconButton icon="close" label={m.popup_close()} onClick={() => onClose(popup)} />
    </aside>
  )
}
