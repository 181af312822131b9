import type { OrderState } from '../../orders/rules.ts'
import styles from './state-badge.module.css'
import { stateLabels } from './state-labels.ts'

const circle = 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z'
const drawn: Record<OrderState, { line?: string; filled?: string }> = {
  ordered: { line: circle, filled: 'M8 3a5 5 0 0 1 0 10Z' },
  paid: { filled: circle },
  preparing: { filled: circle },
  ready: { line: circle, filled: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z' },
  shipped: { line: 'M2.5 3.5v9M5 8h8m-3.5-3.5L13 8l-3.5 3.5' },
  delivered: { line: 'm3 8.5 3.5 3.5L13 4.5' },
  confirmed: { filled: circle },
  cancelled: { line: 'M3 8h10' },
}

/** State of an order as shape and label. */
export function StateBadge({ state, words = stateLabels[state]() }: { state: OrderState; words?: string }) {
  const { line, filled } = drawn[state]
  return (
    <span className={styles.state} data-state={state}>
      <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {line && <path fill="none" stroke="currentcolor" strokeWidth="1.6" d={line} />}
        {filled && <path fill="currentcolor" d={filled} />}
      </svg>
      {words}
    </span>
  )
}
