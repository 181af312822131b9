import { NavLink } from 'react-router'
import { m } from '#messages/messages.js'
import styles from './audit-screen.module.css'

/** Tabs of the log: all actions, and access to personal data. */
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
