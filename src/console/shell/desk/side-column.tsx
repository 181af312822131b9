import { clsx } from 'clsx'
import { Link } from 'react-router'
import { useLogNames } from '#console/kit/manifest/manifests-provider.tsx'
import { NameAvatar } from '#console/kit/parts/name-avatar.tsx'
import { m } from '#messages/messages.js'
import { momentName } from '../manifests/manifests.ts'
import { mayOpen } from '../navigation/navigation.ts'
import { Moment } from './desk-dates.tsx'
import styles from './side-column.module.css'
import { Trends } from './trend-charts.tsx'
import type { Today } from './use-today.ts'

/** Side column: trends of the last four weeks, colleagues' changes, and scheduled events. */
export function SideColumn({ today, scopes }: { today: Today; scopes: readonly string[] }) {
  const { actionName } = useLogNames()
  return (
    <div className={styles.beside}>
      <Trends days={today.series} />
      <section>
        <header className={styles.head}>
          <h2>{m.dashboard_changes()}</h2>
          {mayOpen('/console/audit', scopes) && <Link to="/console/audit">{m.common_place_audit()}</Link>}
        </header>
        {today.changes.length === 0 ? (
          <p className={styles.none}>{m.dashboard_changes_none()}</p>
        ) : (
          <ul className={styles.lines}>
            {today.changes.map((change) => (
              <li key={change._id} className={styles.change}>
                <NameAvatar name={change.actor ?? ''} size={20} />
                <span className={styles.what}>
                  <b>{change.actor ?? m.common_nobody()}</b> {change.summary}{' '}
                  <span className={styles.did}>{actionName(change.action, change.entity)}</span>
                </span>
                <span className={styles.when}>
                  <Moment at={change.at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section>
        <header className={styles.head}>
          <h2>{m.dashboard_soon()}</h2>
        </header>
        {today.soon.length === 0 ? (
          <p className={styles.none}>{m.dashboard_soon_none()}</p>
        ) : (
          <ul className={clsx(styles.lines, styles.moments)}>
            {today.soon.map((entry) => (
              <li key={entry._id} className={styles.soon}>
                <span className={styles.when}>
                  <Moment at={entry.at} />
                </span>
                <span className={styles.what}>
                  {mayOpen(entry.to, scopes) ? <Link to={entry.to}>{entry.title}</Link> : entry.title}{' '}
                  <span className={styles.did}>{momentName(entry.what)}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
