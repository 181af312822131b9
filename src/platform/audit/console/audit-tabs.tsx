import { NavLink } from 'react-router'
import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'

/** The two views of the log: everything that was done, and the looks at personal data. */
export function Tabs() {
  return (
    <nav className={styles.tabs} aria-label={m.audit_views()}>
      <NavLink to="/console/audit" end className={styles.tab ?? ''}>
        {m.audit_view_all()}
      </NavLink>
      <NavLink to="/console/audit/personal" className={styles.tab ?? ''}>
        {m.audit_view_personal()}
      </NavLink>
    </nav>
  )
}
