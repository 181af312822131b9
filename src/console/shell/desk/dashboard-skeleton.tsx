import { m } from '#messages/messages.js'
import styles from './dashboard-skeleton.module.css'

/** Widths of the placeholder rows per work, in percent. */
const works = [
  { key: 'first', rows: [72, 55, 61] },
  { key: 'second', rows: [58, 66, 43, 70] },
  { key: 'third', rows: [49, 63] },
]

/** Placeholder of the worklist, shown after 200 ms; nothing moves when it fills. */
export function DashboardSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label={m.shell_loading()}>
      {works.map(({ key, rows }) => (
        <div key={key} className={styles.work}>
          <i className={styles.count} />
          <div>
            <i className={styles.title} />
            {rows.map((width) => (
              <i key={width} className={styles.row} style={{ inlineSize: `${width}%` }} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
