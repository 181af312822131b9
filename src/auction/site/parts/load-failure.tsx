import { m } from '#messages/messages.js'
import styles from './load-failure.module.css'

/** Shown in place of a part of a page that failed to load. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className={styles.lost}>
      {m.common_part_lost()}{' '}
      <button type="button" onClick={onRetry}>
        {m.account_retry()}
      </button>
    </p>
  )
}
