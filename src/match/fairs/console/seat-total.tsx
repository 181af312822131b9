import { m } from '#messages/messages.js'
import styles from './fair-setup.module.css'
import { type FairSetupValues, useSlotGrid } from './fair-setup.ts'

const formatCount = (count: number): string => count.toLocaleString('ko-KR')

/** Total seats of a setup, per day and overall. */
export function SeatTotal({ setup }: { setup: FairSetupValues }) {
  const { data, isError, isPlaceholderData, fetchStatus } = useSlotGrid(setup)
  if (isError) return <span className={styles.failed}>{m.fairs_seats_failed()}</span>
  // Show nothing for an invalid setup; the previous result no longer applies.
  if (!data || (isPlaceholderData && fetchStatus === 'idle')) return null
  const { days, slots, seats } = data
  const [first] = days
  if (!first) return <span className={styles.none}>{m.fairs_seats_none()}</span>
  const isEven = days.every((day) => day.slots.length === first.slots.length)
  // Derived from the result, because the form field may be empty for a moment.
  const counts = { tables: formatCount(first.seats / first.slots.length), days: days.length, all: formatCount(seats) }
  const text = isEven
    ? m.fairs_seats({ ...counts, slots: formatCount(first.slots.length), seats: formatCount(first.seats) })
    : m.fairs_seats_uneven({ ...counts, slots: formatCount(slots) })
  return (
    <strong className={styles.seats} data-waiting={isPlaceholderData || undefined} data-seats={seats}>
      {text}
      {isEven && days.length > 1 && `, ${m.fairs_seats_days(counts)}`}
    </strong>
  )
}
