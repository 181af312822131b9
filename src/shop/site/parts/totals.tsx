import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { formatDiscount, formatWon } from '../format/format-sums.ts'
import styles from './totals.module.css'

/** Row of the totals. */
export interface TotalsRow {
  name: string
  /** In won; discounts are negative. */
  sum: number
  /** Explanation in small type. */
  note?: string | undefined
}

interface SlipProps {
  /** Rows that add up to the total, discounts in order. */
  rows: readonly TotalsRow[]
  /** Amounts included in the total, or that follow from it. */
  notes?: readonly TotalsRow[]
  name: string
  total: number
  /** Action of the totals in a side column; below 1200 px the bottom bar shows it instead. */
  act?: ReactNode
  /** Text or action shown at every width. */
  children?: ReactNode
}

/** Delay in ms before a new total is announced. */
const announceDelay = 500

const Rows = ({ rows }: { rows: readonly TotalsRow[] }) => (
  <dl className={styles.rows}>
    {rows.map(({ name, sum, note }) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd className={sum < 0 ? styles.off : undefined}>{sum < 0 ? formatDiscount(-sum) : groupDigits(sum)}</dd>
        {note && <dd className={styles.note}>{note}</dd>}
      </Fragment>
    ))}
  </dl>
)

/** Totals, for cart, checkout, order and refund. */
export function Totals({ rows, notes = [], name, total, act, children }: SlipProps) {
  const heading = useId()
  const [announced, setAnnounced] = useState(total)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(total), announceDelay)
    return () => clearTimeout(timer)
  }, [total])
  return (
    <section className={styles.totals} aria-labelledby={heading} data-slip="">
      <h2 id={heading}>
        <VisuallyHidden>{m.shop_slip()}</VisuallyHidden>
      </h2>
      <Rows rows={rows} />
      {notes.length > 0 && (
        <div className={styles.notes}>
          <Rows rows={notes} />
        </div>
      )}
      <dl className={styles.total}>
        <dt>{name}</dt>
        <dd>
          {groupDigits(total)}
          <span className={styles.currency}>{m.shop_currency()}</span>
        </dd>
      </dl>
      <p role="status">
        <VisuallyHidden>{announced === total ? `${name} ${formatWon(total)}` : ''}</VisuallyHidden>
      </p>
      {(act || children) && (
        <div className={styles.actions}>
          {act && <div className={styles.act}>{act}</div>}
          {children}
        </div>
      )}
    </section>
  )
}

/** Bottom bar with the total and its action. */
export function TotalsBar({ name, total, act }: Pick<SlipProps, 'name' | 'total' | 'act'>) {
  return (
    <div className={styles.foot} data-foot="">
      <p>
        {name} <b>{formatWon(total)}</b>
      </p>
      {act}
    </div>
  )
}
