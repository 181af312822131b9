import { clsx } from 'clsx'
import { m } from '#messages/messages.js'
import styles from './phase-track.module.css'

/** Progress of a fair, computed in its loader (`fair-view.ts`). */
export interface PhaseProgress {
  /** Current step, 0 to 4. */
  step: number
  /** Date text of each step; '' if none is set. */
  dates: readonly string[]
}

const stepWords = [m.match_step_sellers, m.match_step_buyers, m.match_step_times, m.match_step_fair, m.match_step_over]

/** The five steps of a fair with the current one marked. `low`: compact variant. */
export function PhaseTrack({ track: { step, dates }, low = false }: { track: PhaseProgress; low?: boolean }) {
  return (
    <ol className={clsx(styles.track, low && styles.low)} aria-label={m.match_track()}>
      {stepWords.map((words, at) => (
        <li
          key={words()}
          className={styles.step}
          data-state={at < step ? 'past' : at === step ? 'now' : 'coming'}
          aria-current={at === step ? 'step' : undefined}
        >
          <span className={styles.name}>{words()}</span>
          {dates[at] && <span className={styles.date}>{dates[at]}</span>}
        </li>
      ))}
    </ol>
  )
}
