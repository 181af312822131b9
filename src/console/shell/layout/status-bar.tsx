import clsx from 'clsx'
import { clockTime } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { useConnection } from '#session/use-session.ts'
import { useNow } from '../desk/use-now.ts'
import styles from './status-bar.module.css'

/** Connection state, and the time in Seoul. */
export function Status() {
  const { isConnected } = useConnection()
  return (
    <div className={styles.status}>
      <span className={clsx(styles.connection, !isConnected && styles.lost)} role="status">
        <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
          {isConnected ? (
            <circle cx="4" cy="4" r="3.5" fill="currentColor" />
          ) : (
            <path d="M1 1l6 6M7 1L1 7" stroke="currentColor" />
          )}
        </svg>
        {isConnected ? m.shell_connected() : m.shell_lost()}
      </span>
      <SeoulTime />
    </div>
  )
}

export function SeoulTime() {
  const now = useNow(10_000)
  return <span className={styles.time}>{m.shell_seoul({ time: clockTime(new Date(now)) })}</span>
}
