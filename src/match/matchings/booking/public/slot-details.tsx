import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { matchings } from '../../contract.ts'
import {
  cityName,
  dayKey,
  formatDay,
  formatTime,
  formatTimeBeside,
  formatTimeRange,
  formatWeekdayTime,
  seoul,
} from '../../public/format-time.ts'
import { calculateHoldEnd } from '../../rules.ts'
import { refusalLabels, wayLabels } from '../../rules-labels.ts'
import styles from './offer-times.module.css'

const client = clientOf(matchings)
export type PickSlot = Awaited<ReturnType<typeof client.schedules>>['slots'][number]

const minute = 60_000
/** Number of slots shown before and after the current one. */
const neighbourCount = 3

interface PickPanelProps {
  slot: PickSlot
  slots: readonly PickSlot[]
  picked: readonly string[]
  timeZone: string
  second: string | null
  holdHours: number
}

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / minute

/** Describes the company's meetings before and after a slot on its day. */
const neighboursOf = ({ slot, slots, timeZone }: PickPanelProps): string => {
  const meetings = slots.filter(
    ({ company, startAt }) => company && dayKey(startAt, seoul) === dayKey(slot.startAt, seoul),
  )
  const before = meetings.filter(({ endAt }) => endAt <= slot.startAt).at(-1)
  const after = meetings.find(({ startAt }) => startAt >= slot.endAt)
  const parts = [
    before &&
      m.matchings_panel_before({
        company: before.company ?? '',
        time: formatTime(before.startAt, timeZone),
        minutes: minutesBetween(before.endAt, slot.startAt),
      }),
    after &&
      m.matchings_panel_after({
        company: after.company ?? '',
        time: formatTime(after.startAt, timeZone),
        minutes: minutesBetween(slot.endAt, after.startAt),
      }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : m.matchings_panel_alone()
}

/** Returns until when the slot would be held if it were offered now with the other picks. */
const calculateHeldUntil = ({ slot, slots, picked, holdHours }: PickPanelProps): string => {
  const starts = slots
    .filter(({ _id }) => _id === slot._id || picked.includes(_id))
    .map(({ startAt }) => Date.parse(startAt))
  return new Date(calculateHoldEnd(Date.now(), holdHours, starts)).toISOString()
}

/** Describes the likely result of picking the slot. */
const describeLikelyResult = ({ way, waiting, places }: PickSlot): string => {
  if (waiting > 0) return m.matchings_panel_likely_waited({ count: waiting })
  if (way === 'offline' && places <= 2) return m.matchings_panel_likely_scarce({ count: places })
  return m.matchings_panel_likely_free()
}

/** Explains a pick: place, neighboring meetings, other matchings that wait for it, and the deadline of the hold. */
export function SlotDetails(props: PickPanelProps) {
  const { slot, slots, picked, timeZone, second } = props
  const ofDay = slots.filter(({ startAt }) => dayKey(startAt, seoul) === dayKey(slot.startAt, seoul))
  const place = ofDay.indexOf(slot)
  const until = calculateHeldUntil(props)
  return (
    // Focusable, so that keys can scroll it when a prompt takes the space below.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe, scrollable-region-focusable
    <aside className={styles.panel} aria-label={m.matchings_panel()} tabIndex={0}>
      <p className={styles.panelOver}>{m.matchings_panel_if({ time: formatWeekdayTime(slot.startAt, timeZone) })}</p>
      <p className={styles.panelClock}>{formatTimeRange(slot, timeZone)}</p>
      <p className={styles.panelDay}>
        {formatDay(slot.startAt, timeZone)}
        {second && ` · ${formatTimeBeside(slot.startAt, second, timeZone)}–${formatTime(slot.endAt, second)}`}
      </p>
      {slot.refusal ? (
        <p className={styles.refused}>
          {refusalLabels[slot.refusal]()}
          {slot.company && `, ${slot.company}`}
        </p>
      ) : (
        <ul className={styles.facts}>
          <li>
            <Icon name={slot.way === 'offline' ? 'table' : 'video'} small />
            <span>
              <b>
                {slot.way && wayLabels[slot.way]()}
                {slot.way === 'offline' && slot.place && `, ${m.matchings_table({ number: slot.place })}`}
              </b>
              {slot.way === 'offline' && <small>{m.matchings_panel_place({ count: slot.places })}</small>}
            </span>
          </li>
          <li>
            <Icon name="calendar" small />
            <span>{neighboursOf(props)}</span>
          </li>
          <li data-trouble={slot.waiting > 0 || undefined}>
            <Icon name={slot.waiting > 0 ? 'warning' : 'check'} small />
            <b>
              {slot.waiting > 0 ? m.matchings_panel_waits({ count: slot.waiting }) : m.matchings_panel_waits_none()}
            </b>
          </li>
          <li>
            <Icon name="lock" small />
            <span>
              <b>{m.matchings_until({ time: formatWeekdayTime(until, timeZone) })}</b>{' '}
              {second && `${cityName(second)} ${formatWeekdayTime(until, second)} `}
              {m.matchings_panel_held()}
            </span>
          </li>
          <li>
            <Icon name="arrow-right" small />
            <span>{describeLikelyResult(slot)}</span>
          </li>
        </ul>
      )}
      <h2 className={styles.dayTitle}>{m.matchings_panel_day()}</h2>
      <ol className={styles.strip}>
        {ofDay.slice(Math.max(0, place - neighbourCount), place + neighbourCount + 1).map((one) => {
          const seat = picked.indexOf(one._id) + 1
          const look = one === slot ? 'this' : one.company ? 'meeting' : seat > 0 ? 'chosen' : undefined
          return (
            <li key={one._id}>
              <span>{formatTime(one.startAt, timeZone)}</span>
              <span className={styles.stripCell} data-look={look}>
                {one.company ??
                  (seat > 0 ? m.matchings_pick_seat({ number: seat }) : one === slot ? m.matchings_panel_this() : '')}
              </span>
            </li>
          )
        })}
      </ol>
    </aside>
  )
}
