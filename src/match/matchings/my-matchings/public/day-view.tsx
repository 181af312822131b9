import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages/messages.js'
import { currentLocalePath } from '#people/account/layout/account-page-frame.tsx'
import { IconButton } from '#ui/controls/button.tsx'
import { cityName, dayKey, formatDay, formatTime, seoul } from '../../public/format-time.ts'
import { StateMark } from '../../public/state-mark.tsx'
import { useCurrentTime } from '../../public/use-current-time.ts'
import type { MatchingState } from '../../rules.ts'
import { stateLabels, wayLabels } from '../../rules-labels.ts'
import styles from './day-view.module.css'

/** A meeting or an offered time in the day view. */
export interface DayEntry {
  id: string
  key: string
  startAt: string
  endAt: string
  company: string
  state: MatchingState
  way: 'online' | 'offline'
  place: number | null
}

const hour = 3_600_000
const dayLength = 24 * hour
/** Pixels per hour. */
const pixelsPerHour = 64
/** First and last hour that are always shown. */
const defaultHours = [10, 17] as const

const hourOf = (instant: string, timeZone: string): number => {
  const [hours = 0, minutes = 0] = formatTime(instant, timeZone).split(':').map(Number)
  return hours + minutes / 60
}

interface DayViewProps {
  entries: readonly DayEntry[]
  timeZone: string
}

/**
 * One day of the company's meetings and offers: local time on the left, Seoul time on the right, and a line for the
 * current time.
 */
export function DayView({ entries, timeZone }: DayViewProps) {
  const now = useCurrentTime()
  const [offset, setOffset] = useState(0)
  const at = new Date(now + offset * dayLength).toISOString()
  const shown = entries.filter(({ startAt }) => dayKey(startAt, timeZone) === dayKey(at, timeZone))
  const begins = shown.map(({ startAt }) => Math.floor(hourOf(startAt, timeZone)))
  const ends = shown.map(({ startAt, endAt }) =>
    Math.ceil(hourOf(startAt, timeZone) + (Date.parse(endAt) - Date.parse(startAt)) / hour),
  )
  const [first, last] = [Math.min(defaultHours[0], ...begins), Math.max(defaultHours[1], ...ends)]
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const second = timeZone === seoul ? null : seoul
  const present = hourOf(new Date(now).toISOString(), timeZone)
  const calculateTop = (from: number) => (from - first) * pixelsPerHour
  /** Returns the instant at which an hour of the shown day starts. */
  const instantOf = (from: number) => new Date(Date.parse(at) + (from - hourOf(at, timeZone)) * hour).toISOString()
  return (
    <section className={styles.root} aria-label={m.matchings_day_title()}>
      <div className={styles.head}>
        <h2>{formatDay(at, timeZone)}</h2>
        <IconButton icon="arrow-left" label={m.matchings_day_earlier()} onClick={() => setOffset(offset - 1)} />
        <button type="button" className={styles.today} onClick={() => setOffset(0)}>
          {m.matchings_day_today()}
        </button>
        <IconButton icon="arrow-right" label={m.matchings_day_later()} onClick={() => setOffset(offset + 1)} />
      </div>
      <p className={styles.zones}>
        <b>{cityName(timeZone)}</b>
        {second && <span>{cityName(second)}</span>}
      </p>
      <div className={styles.day} style={{ '--hours': last - first }}>
        {hours.map((one) => (
          <p key={one} className={styles.hour} style={{ '--top': `${calculateTop(one)}px` }} aria-hidden="true">
            <b>{String(one % 24).padStart(2, '0')}:00</b>
            <span>{second && formatTime(instantOf(one), second)}</span>
          </p>
        ))}
        <ul className={styles.entries}>
          {shown.map((entry) => (
            <li
              key={entry.key}
              style={{
                '--top': `${calculateTop(hourOf(entry.startAt, timeZone))}px`,
                '--height': `${((Date.parse(entry.endAt) - Date.parse(entry.startAt)) / hour) * pixelsPerHour}px`,
              }}
            >
              <Link
                className={styles.entry}
                data-state={entry.state}
                to={currentLocalePath(`/me/matchings/${entry.id}`)}
              >
                <StateMark state={entry.state} />
                <b>{entry.company}</b>
                <span>
                  {formatTime(entry.startAt, timeZone)} ·{' '}
                  {entry.state === 'confirmed'
                    ? entry.way === 'offline' && entry.place
                      ? m.matchings_table({ number: entry.place })
                      : wayLabels[entry.way]()
                    : stateLabels[entry.state]()}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {offset === 0 && present >= first && present <= last && (
          <p className={styles.now} data-now="" style={{ '--top': `${calculateTop(present)}px` }} aria-hidden="true" />
        )}
      </div>
      {shown.length === 0 && <p className={styles.none}>{m.matchings_day_none()}</p>}
    </section>
  )
}
