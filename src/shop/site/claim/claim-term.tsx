import { formatWeekday } from '#content/site/site-shell/format-dates.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import type { Order } from '#shop/orders/contract-records.ts'
import fields from '../parts/form.module.css'
import page from '../parts/page.module.css'
import styles from './claim-term.module.css'

const dayLength = 24 * 3_600_000

/** Returns the days in Seoul (`2026-11-23`) from one moment to another, at most 32. */
const daysBetween = (from: number, to: number): string[] => {
  const last = seoulDayOf(to).day
  const days: string[] = []
  for (let moment = from; days.at(-1) !== last && days.length < 32; moment += dayLength)
    days.push(seoulDayOf(moment).day)
  return days
}

interface TermProps {
  order: Order
  until: (day: { day: string }) => string
  faultUntil: (day: { day: string }) => string
}

/** Deadlines for returns: the days without a reason as bars, with today marked, and the longer term for faults. */
export function ClaimTerm({ order, ...words }: TermProps) {
  const { returnUntil, faultUntil: faultDay } = order
  // The term of an exchanged piece begins when its exchange is completed.
  const exchanged = order.events.filter(({ state }) => state === 'exchange_done').map(({ at }) => at)
  const startedAt = order.deliveredAt && ([order.deliveredAt, ...exchanged].sort().at(-1) ?? null)
  const now = Date.now()
  const isOpen = returnUntil !== null && now <= Date.parse(returnUntil)
  const days = startedAt && returnUntil ? daysBetween(Date.parse(startedAt), Date.parse(returnUntil)) : []
  const today = seoulDayOf(now).day
  const wordOf = (day: string, index: number) => {
    if (day === today) return m.shop_term_today()
    if (index === 0) return m.shop_term_received()
    return index === days.length - 1 ? m.shop_term_last() : ''
  }
  return (
    <>
      {isOpen && returnUntil && (
        <>
          <p className={page.lead}>{words.until({ day: formatWeekday(returnUntil) })}</p>
          <ol className={styles.days} aria-label={m.shop_term()}>
            {days.map((day, index) => (
              <li key={day} data-day={day < today ? 'past' : day === today ? 'today' : 'coming'}>
                {Number(day.slice(8))} <span>{wordOf(day, index)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {faultDay && <p className={fields.quiet}>{words.faultUntil({ day: formatWeekday(faultDay) })}</p>}
    </>
  )
}
