import type { MatchingState } from '../rules.ts'
import styles from './state-mark.module.css'

const left = 'M10 55V31a11 11 0 0 1 22 0V55'
const right = 'M32 55V31a11 11 0 0 1 22 0V55'

/**
 * The state of a matching as two doors: the seller's on the left, the buyer's on the right. Solid for a side that has
 * acted, dotted for a side that is awaited; the dot is the agreed time. The name of the state is shown beside it.
 */
export function StateMark({ state }: { state: MatchingState }) {
  const waits = { requested: ['left'], offered: ['right'], expired: ['left', 'right'] }[state as string] ?? []
  const isOpen = ['requested', 'offered', 'confirmed'].includes(state)
  if (state === 'held')
    return (
      <svg className={styles.mark} viewBox="4 4 56 54" aria-hidden="true" focusable="false">
        <path className={styles.filled} d="M8 56V31a12 12 0 0 1 24-2 12 12 0 0 1 24 2V56Z" />
        <path className={styles.check} d="m22 42 8 8 14-16" />
      </svg>
    )
  return (
    <svg
      className={styles.mark}
      viewBox="4 4 56 54"
      aria-hidden="true"
      focusable="false"
      data-open={isOpen || undefined}
    >
      {state !== 'declined' && (
        <path className={styles.left} data-waits={waits.includes('left') || undefined} d={left} />
      )}
      {state !== 'no_show' && (
        <path className={styles.right} data-waits={waits.includes('right') || undefined} d={right} />
      )}
      {state === 'offered' && <circle className={styles.ring} cx="32" cy="11" r="4.5" />}
      {state === 'confirmed' && <circle className={styles.dot} cx="32" cy="11" r="6" />}
      {state === 'no_show' && <path className={styles.problem} d="m38 40 14 14m0-14L38 54" />}
      {state === 'declined' && <path className={styles.problem} d="M9 44h16" />}
      {state === 'cancelled' && <path className={styles.problem} d="M6 52 58 26" />}
    </svg>
  )
}
