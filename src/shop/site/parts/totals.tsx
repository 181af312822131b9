import { Fragment, type ReactNode, useEffect, useId, useState } from 'react'
import { m } from '#messages/messages.js'
import { grouped } from '#ui/format/format-number.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { less, won } from '../format/format-sums.ts'
import styles from './totals.module.css'

/** A line of the slip. */
export interface SlipRow {
  name: string
  /** Won; what is taken off is negative. */
  sum: number
  /** Why it is that much, in small type. */
  why?: string | undefined
}

interface SlipProps {
  /** What makes the total, in the order in which it comes off. */
  rows: readonly SlipRow[]
  /** What is within the total, or comes of it later. */
  notes?: readonly SlipRow[]
  name: string
  total: number
  /** What is done with it, where the slip is beside the matter: below 1200 px `SlipFoot` has it. */
  act?: ReactNode
  /** A sentence, or what is done with it at every width. */
  children?: ReactNode
}

/** Milliseconds without a change after which the new total is said. */
const quiet = 500

const Rows = ({ rows }: { rows: readonly SlipRow[] }) => (
  <dl className={styles.rows}>
    {rows.map(({ name, sum, why }) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd className={sum < 0 ? styles.off : undefined}>{sum < 0 ? less(-sum) : grouped(sum)}</dd>
        {why && <dd className={styles.why}>{why}</dd>}
      </Fragment>
    ))}
  </dl>
)

/** The list of sums: the same from the cart to the refund. */
export function Slip({ rows, notes = [], name, total, act, children }: SlipProps) {
  const heading = useId()
  const [said, setSaid] = useState(total)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(total), quiet)
    return () => clearTimeout(timer)
  }, [total])
  return (
    <section className={styles.slip} aria-labelledby={heading} data-slip="">
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
          {grouped(total)}
          <span className={styles.currency}>{m.shop_currency()}</span>
        </dd>
      </dl>
      <p role="status">
        <VisuallyHidden>{said === total ? `${name} ${won(total)}` : ''}</VisuallyHidden>
      </p>
      {(act || children) && (
        <div className={styles.acts}>
          {act && <div className={styles.act}>{act}</div>}
          {children}
        </div>
      )}
    </section>
  )
}

/** The total and what is done with it, at the foot of the screen as long as the page is there. */
export function SlipFoot({ name, total, act }: Pick<SlipProps, 'name' | 'total' | 'act'>) {
  return (
    <div className={styles.foot} data-foot="">
      <p>
        {name} <b>{won(total)}</b>
      </p>
      {act}
    </div>
  )
}
