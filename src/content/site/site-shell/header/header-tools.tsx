import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { getLanguageName, LanguageLinks } from '#content/site/language-links.tsx'
import { useLoggedIn } from '#content/site/use-logged-in.ts'
import { m } from '#messages/messages.js'
import { useWaitingTasks } from '#people/account/waiting-tasks/waiting-tasks.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { localizePath } from '../../localize-path.ts'
import styles from './site-header.module.css'

/** Language menu; `children` is its label. */
export function LanguageMenu({ children }: { children: ReactNode }) {
  return (
    <details className={styles.language} name="header-menu">
      <summary className={styles.tool} aria-label={`${m.hall_language()}: ${getLanguageName()}`}>
        {children}
      </summary>
      <LanguageLinks className={styles.languages} linkClassName={styles.languageLink} />
    </details>
  )
}

/** Search link. `isElsewhere`: the target is on another site and needs a full document load. */
export function SearchLink({ to, isElsewhere = false }: { to: string; isElsewhere?: boolean }) {
  return (
    <Link className={styles.sign} to={to} reloadDocument={isElsewhere} aria-label={m.hall_search()}>
      <Icon name="search" />
    </Link>
  )
}

/** Log-in link, or a link to my page for members. */
export function AccountLink({ className = styles.tool }: { className?: string }) {
  const member = useLoggedIn()
  return (
    <Link className={className} to={localizePath(member ? '/me' : '/login')} reloadDocument>
      {member ? m.hall_me() : m.hall_login()}
    </Link>
  )
}

const minute = 60_000

/** Bell with the number of the member's pending tasks, linked to my page. Hidden for guests. */
export function WaitingTasksLink() {
  const member = useLoggedIn()
  const count = useWaitingTasks().length
  useEffect(() => {
    // Load on demand: the module contains the API client, which pages do not need otherwise.
    if (member)
      import('#people/account/waiting-tasks/load-waiting-tasks.ts').then(
        ({ loadWaitingTasks }) => loadWaitingTasks(minute),
        () => undefined,
      )
  }, [member])
  if (!member) return null
  return (
    <Link className={styles.sign} to={localizePath('/me')} reloadDocument>
      <Icon name="bell" />
      <VisuallyHidden>{m.account_waits({ count })}</VisuallyHidden>
      {count > 0 && (
        <span className={styles.number} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  )
}

/** Text link in the header to another site. */
export function HeaderTextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.tool} to={localizePath(to)} reloadDocument>
      {children}
    </Link>
  )
}
