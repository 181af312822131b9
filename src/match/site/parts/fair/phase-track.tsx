import { m } from '#messages/messages.js'
import styles from './phase-track.module.css'

/** Progress of a fair, computed in its loader (`fair-view.ts`). */
export interface PhaseProgress {
  /** Current step, 0 to 4. */
  step: number
  /** Date text of each step; '' if none is set. */
  dates: readonly string[]
}

const stepLabels = [m.match_step_sellers, m.match_step_buyers, m.match_step_times, m.match_step_fair, m.match_step_over]

/** The five steps of a fair with the current one marked. */
export function PhaseTrack({ track: { step, dates } }: { track: PhaseProgress }) {
  return (
    <ol className={styles.track} aria-label={m.match_track()}>
      {stepLabels.map((label, index) => (
        <li
          key={label()}
          className={styles.step}
          data-state={index < step ? 'past' : index === step ? 'now' : 'coming'}
          aria-current={index === step ? 'step' : undefined}
        >
          <span className={styles.name}>{label()}</span>
          {dates[index] && <span className={styles.date}>{dates[index]}</span>}
        </li>
      ))}
    </ol>
  )
}
