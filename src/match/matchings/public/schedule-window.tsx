import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { m } from '#messages/messages.js'
import { here } from '#people/account/frame.tsx'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './schedule-window.module.css'

interface ScheduleWindowProps {
  title: string
  /** Beside the title: whom and which fair it is about. */
  about: string
  /** In the head: clocks, a deadline. */
  clocks?: readonly string[]
  /** Where it leads when it was opened by its address. */
  back: string
  /** Smaller, as high as what is in it. */
  isFit?: boolean
  children: ReactNode
}

/** What asks for the password where a session ended. */
const question = '[data-again]'

/**
 * A window over the page with an address of its own: closing it is going back. The whole screen on phones. Escape and
 * the cross ask before they lose something (`useLeaveQuestion`).
 */
export function ScheduleWindow({ title, about, clocks = [], back, isFit = false, children }: ScheduleWindowProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const { key } = useLocation()
  const close = useCallback(() => {
    // The first place of this tab has nothing of ours before it.
    if (key === 'default') void navigate(here(back))
    else void navigate(-1)
  }, [key, navigate, back])

  useEffect(() => {
    const own = dialog.current
    if (!own) return
    own.showModal()
    // What is said first. The cross, which the browser takes, would look as if it were to be pressed.
    heading.current?.focus()
    // Outside a modal window nothing can be pressed: what asks for the password comes in.
    const fetchIn = () => {
      const asking = document.querySelector(question)
      if (!asking?.parentElement || own.contains(asking)) return
      own.querySelector('[data-asking]')?.append(asking.parentElement)
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
