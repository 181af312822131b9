import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import { noteRecent } from '../recent-screens.ts'
import styles from './screen.module.css'
import { useScrollFocus } from './use-scroll-focus.ts'

interface ScreenProps {
  /** Name of the screen or of the record, in the head and in the tab of the browser. */
  title: string
  /** Third-colour words beside the title: how many, since when. */
  note?: ReactNode
  /** Shown before the title: a way back, a seal. */
  before?: ReactNode
  /** At the right of the head; at most one main button. */
  actions?: ReactNode
  /** 36 px under the head: saved views. */
  tabs?: ReactNode
  /** 48 px under the tabs: what the list is narrowed by. */
  filters?: ReactNode
  /** 44 px at the foot: pages, bulk acts, saving. */
  foot?: ReactNode
  /** Panel at the right; below 1200 px it is under the content. */
  aside?: ReactNode
  /** Pixels of the panel. */
  asideWidth?: 328 | 352 | 424
  /** Without the margin line: for what is neither list nor form. */
  plain?: boolean
  /** The content scrolls by itself, as a table does; otherwise the screen scrolls it. */
  fill?: boolean
  /** A refusal: nobody comes back to it, so it is not noted among what was opened last. */
  refused?: boolean
  children: ReactNode
}

/**
 * The layout of every screen of the console: head 56, tabs 36, filters 48, the sheet with its margin line, foot
 * 44. The heading takes the focus after a navigation.
 */
export function Screen({
  title,
  note,
  before,
  actions,
  tabs,
  filters,
  foot,
  aside,
  asideWidth = 352,
  plain,
  fill,
  refused,
  children,
}: ScreenProps) {
  useTitle(title, !refused)
  const sheet = useRef<HTMLDivElement>(null)
  useScrollFocus(sheet)
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        {before}
        <h1 className={styles.title} id="screen-title" tabIndex={-1}>
          {title}
        </h1>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {tabs && <div className={styles.tabs}>{tabs}</div>}
      {filters && <div className={styles.filters}>{filters}</div>}
      <div className={clsx(styles.middle, aside && styles.beside)} data-aside={asideWidth}>
        <div ref={sheet} className={clsx(styles.sheet, plain && styles.plain, fill && styles.fill)}>
          {children}
        </div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  )
}

/** Names the browser's tab after what is open, and notes it among what was opened last unless it is nothing to reopen. */
export const useTitle = (title: string, isNoted = true): void => {
  useEffect(() => {
    document.title = m.shell_document_title({ title })
    if (isNoted) noteRecent(window.location.pathname, title)
  }, [title, isNoted])
}
