import clsx from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '#messages/messages.js'
import { addRecent } from '../recent-screens.ts'
import styles from './screen.module.css'
import { useScrollFocus } from './use-scroll-focus.ts'

interface ScreenProps {
  /** Name of the screen or record; also the title of the browser tab. */
  title: string
  /** Tertiary text beside the title: a count, a date. */
  note?: ReactNode
  /** Before the title: back link, avatar. */
  before?: ReactNode
  /** At the right of the header; at most one primary button. */
  actions?: ReactNode
  /** 36 px below the header: saved views. */
  tabs?: ReactNode
  /** 48 px below the tabs: filters. */
  filters?: ReactNode
  /** 44 px footer: pages, bulk actions, save buttons. */
  foot?: ReactNode
  /** Panel at the right; below 1200 px it moves under the content. */
  aside?: ReactNode
  /** Width of the panel in px. */
  asideWidth?: 328 | 352 | 424
  /** Omits the margin line, for screens that are neither list nor form. */
  hasNoMargin?: boolean
  /** The content scrolls by itself, e.g. a table; otherwise the screen scrolls. */
  fillsScreen?: boolean
  /** Error screen: not added to the recently opened records. */
  isFailure?: boolean
  children: ReactNode
}

/**
 * Layout of every console screen, heights in px: header 56, tabs 36, filters 48, the sheet with its margin line, footer
 * 44. The heading receives the focus after a navigation.
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
  hasNoMargin,
  fillsScreen,
  isFailure,
  children,
}: ScreenProps) {
  useTitle(title, !isFailure)
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
        <div ref={sheet} className={clsx(styles.sheet, hasNoMargin && styles.plain, fillsScreen && styles.fill)}>
          {children}
        </div>
        {aside && <aside className={styles.aside}>{aside}</aside>}
      </div>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </div>
  )
}

/** Sets the title of the browser tab and, unless `isNoted` is false, adds the record to the recently opened ones. */
export const useTitle = (title: string, isNoted = true): void => {
  useEffect(() => {
    document.title = m.shell_document_title({ title })
    if (isNoted) addRecent(window.location.pathname, title)
  }, [title, isNoted])
}
