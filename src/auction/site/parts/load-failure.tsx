import { m } from '#messages/messages.js'
import styles from './load-failure.module.css'

/** Shown in place of a part of a page that failed to load. */
export function LoadFailure({ again }: { again: () => void }) {
  return (
    <p role="alert" className={styles.lost}>
      {m.common_part_lost()}{' '}
      <button type="button" onClick={again}>
        {m.account_retry()}
      </button>
    </p>
  )
}
