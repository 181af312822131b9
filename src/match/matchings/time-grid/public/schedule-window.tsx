import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { Icon } from '#ui/controls/icon.tsx'
import styles from './schedule-window.module.css'

interface ScheduleWindowProps {
  title: string
  /** Subtitle: the company and the fair. */
  about: string
  /** Texts in the header: clocks, a deadline. */
  clocks?: readonly string[]
  /** Path to open on closing if the window was opened by its address. */
  back: string
  /** True for a smaller window, as high as its content. */
  isFit?: boolean
  children: ReactNode
}

/** Selector of the login prompt that appears when a session has ended. */
const question = '[data-again]'

/**
 * Window over the page with an address of its own: closing it navigates back. Full screen on phones. Escape and the
 * close button ask before input is lost.
 */
export function ScheduleWindow({ title, about, clocks = [], back, isFit = false, children }: ScheduleWindowProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const { key } = useLocation()
  const close = useCallback(() => {
    // First history entry of this tab: going back would leave the site.
    if (key === 'default') void navigate(currentLocalePath(back))
    else void navigate(-1)
  }, [key, navigate, back])

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    // Focus the heading, so that screen readers start there; the browser would focus the close button.
    heading.current?.focus()
    // Everything outside a modal dialog is inert, so the login prompt is moved into it.
    const fetchIn = () => {
      const asking = document.querySelector(question)
      if (!asking?.parentElement || element.contains(asking)) return
      element.querySelector('[data-asking]')?.append(asking.parentElement)
      asking.querySelector<HTMLElement>('[name="password"]')?.focus()
    }
    const watch = new MutationObserver(fetchIn)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [])

  return (
    <dialog
      ref={dialog}
      className={styles.window}
      data-fit={isFit || undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
    >
      <header className={styles.head}>
        <h1 id={id} className={styles.title} tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className={styles.about}>{about}</p>
        {clocks.length > 0 && (
          <p className={styles.clocks}>
            <Icon name="globe" small />
            {clocks.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        )}
        <IconButton icon="close" label={m.matchings_close()} className={styles.close} onClick={close} />
      </header>
      <div data-asking="" className={styles.asking} />
      {children}
    </dialog>
  )
}
