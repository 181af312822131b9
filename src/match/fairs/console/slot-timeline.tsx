import type { CSSProperties } from 'react'
import { clockTime, shortDay, startOfDay } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Span } from '../rules.ts'
import styles from './fair-setup.module.css'
import { type FairSetupValues, useSlotGrid } from './fair-setup.ts'

/** Maximum number of days drawn. */
const maxDays = 14

/** Hours since midnight in Seoul. A span that ends at midnight ends at 24. */
const hourOf = (instant: string): number => {
  const [hours = 0, minutes = 0] = clockTime(instant).split(':').map(Number)
  return hours + minutes / 60
}
const hoursOf = ({ startAt, endAt }: Span) => {
  const from = hourOf(startAt)
  const length = (Date.parse(endAt) - Date.parse(startAt)) / 3_600_000
  return { from, to: Math.min(24, from + length) }
}

/** Merges adjacent slots into runs. */
const mergeAdjacent = (slots: readonly Span[]): (Span & { slots: number })[] => {
  const runs: (Span & { slots: number })[] = []
  for (const { startAt, endAt } of slots) {
    const last = runs.at(-1)
    if (last && Date.parse(last.endAt) === Date.parse(startAt)) {
      last.endAt = endAt
      last.slots += 1
    } else runs.push({ startAt, endAt, slots: 1 })
  }
  return runs
}

const formatPercent = (value: number): string => `${(value * 100).toFixed(3)}%`

/** Timeline of a fair, one row per day: runs of slots and the breaks between them. */
export function SlotTimeline({ setup }: { setup: FairSetupValues }) {
  const { data } = useSlotGrid(setup)
  if (!data || data.days.length === 0) return null
  const spans = data.days.flatMap(({ slots }) => slots).map(hoursOf)
  const begin = Math.floor(Math.min(...spans.map(({ from }) => from)))
  const end = Math.ceil(Math.max(...spans.map(({ to }) => to)))
  const range = Math.max(1, end - begin)
  const positionOf = (span: Span): CSSProperties => {
    const { from, to } = hoursOf(span)
    return { insetInlineStart: formatPercent((from - begin) / range), inlineSize: formatPercent((to - from) / range) }
  }
  // Label every hour, every second or every third, depending on the space.
  const step = range > 16 ? 3 : range > 10 ? 2 : 1
  const hours = Array.from({ length: range + 1 }, (_, index) => begin + index).filter(
    (hour) => (hour - begin) % step === 0,
  )
  const findBreaks = (slots: readonly Span[]) => {
    const [since, until] = [Date.parse(slots[0]?.startAt ?? ''), Date.parse(slots.at(-1)?.endAt ?? '')]
    return setup.breaks.filter(({ startAt, endAt }) => Date.parse(startAt) >= since && Date.parse(endAt) <= until)
  }
  return (
    <div className={styles.days}>
      <div className={styles.ruler} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: formatPercent((hour - begin) / range) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <ol>
        {data.days.slice(0, maxDays).map(({ day, slots }) => (
          <li key={day}>
            <span className={styles.day}>{shortDay(startOfDay(day).toISOString())}</span>
            <span className={styles.track} aria-hidden="true">
              {mergeAdjacent(slots).map((run) => (
                <span
                  key={run.startAt}
                  className={styles.run}
                  style={{ ...positionOf(run), '--slots': run.slots } as CSSProperties}
                >
                  <span>
                    {clockTime(run.startAt)}–{clockTime(run.endAt)}
                  </span>
                </span>
              ))}
              {findBreaks(slots).map((pause) => (
                <span key={pause.startAt} className={styles.pause} style={positionOf(pause)}>
                  <span>{pause.title[getLocale()] ?? pause.title.ko}</span>
                </span>
              ))}
            </span>
            <span className={styles.count}>{m.fairs_slots({ count: slots.length })}</span>
          </li>
        ))}
      </ol>
      {data.days.length > maxDays && (
        <p className={styles.none}>{m.fairs_days_more({ count: data.days.length - maxDays })}</p>
      )}
    </div>
  )
}
