import { m } from '#messages/messages.js'
import styles from './programme-badge.module.css'

const labels = { award: m.match_award, rookie: m.match_rookie }

/** Badge with the programme and year of a selection: filled for the award, outlined for the rookie programme. */
export function ProgrammeBadge({ programme, year }: { programme: 'award' | 'rookie'; year: number }) {
  return (
    <span className={styles.seal} data-programme={programme}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        <path d="M1.5 11V5.5a4.5 4.5 0 0 1 9 0V11Z" />
      </svg>
      {labels[programme]({ year })}
    </span>
  )
}
