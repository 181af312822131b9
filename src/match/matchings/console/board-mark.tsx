import type { BoardMeeting } from '../contract-board.ts'
import styles from './board.module.css'

const [left, right] = ['M2 13V7.5a3 3 0 0 1 6 0V13', 'M8 13V7.5a3 3 0 0 1 6 0V13']

/** Two doors in one ink: solid who has acted, dotted who is awaited, a dot for the agreed time. Beside words that say so. */
export function MeetingMark({ state }: { state: BoardMeeting['state'] }) {
  return (
    <svg className={styles.mark} viewBox="0 0 16 14" aria-hidden="true" focusable="false">
      <path d={left} data-filled={state === 'held' || undefined} />
      {state === 'no_show' ? (
        <path d="M10 7l4 5M14 7l-4 5" />
      ) : (
        <path d={right} data-dotted={state === 'offered' || undefined} data-filled={state === 'held' || undefined} />
      )}
      {state === 'confirmed' && <circle cx="8" cy="2" r="1.6" />}
    </svg>
  )
}
