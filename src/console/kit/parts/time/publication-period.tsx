import { type PeriodState, periodState } from '#kit/time/period-state.ts'
import { m } from '#messages/messages.js'
import { type Mark, StateMark } from '../state-mark.tsx'
import { columnInstant, seoulMinute } from './seoul-time.ts'

/** Record that is shown from one time to another, unless hidden. */
export interface Scheduled {
  visible: boolean
  startAt: string | null
  endAt: string | null
}

export type TimedState = PeriodState | 'hidden'

/** State at a time; matches the API's `state` filter. */
export const publicationState = ({ visible, startAt, endAt }: Scheduled, now: Date): TimedState =>
  visible ? periodState(startAt, endAt, now) : 'hidden'

export const timedMarks: Record<TimedState, Mark> = {
  running: 'published',
  coming: 'scheduled',
  ended: 'ended',
  hidden: 'hidden',
}

export const timedWords: Record<TimedState, () => string> = {
  running: m.list_state_running,
  coming: m.list_state_coming,
  ended: m.list_state_ended,
  hidden: m.list_state_hidden,
}

export function TimedStateMark({ of }: { of: Scheduled }) {
  const state = publicationState(of, new Date())
  return <StateMark mark={timedMarks[state]}>{timedWords[state]()}</StateMark>
}

/** Options of the state filter. */
export const timedOptions = () =>
  (['running', 'coming', 'ended', 'hidden'] as const).map((value) => ({
    value,
    label: timedWords[value](),
    mark: timedMarks[value],
  }))

const periodOf =
  (spell: (instant: string) => string) =>
  (from: string | null, to: string | null): string | null => {
    if (from && to) return `${spell(from)} – ${spell(to)}`
    if (from) return m.list_period_from({ from: spell(from) })
    return to ? m.list_period_to({ to: spell(to) }) : null
  }

/** `11.20 09:00 – 12.01 00:00`, `11.20 09:00 부터`, `12.01 00:00 까지`; null if unlimited. */
export const periodText = periodOf((instant) => columnInstant(instant))

/** Same with full dates, for exports: `2026-11-20 09:00 – 2026-12-01 00:00`. */
export const exportPeriod = periodOf((instant) => seoulMinute(instant))
