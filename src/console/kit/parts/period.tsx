import { m } from '#messages/messages.js'
import { columnInstant } from './seoul-time.ts'
import { type Mark, StateMark } from './state-mark.tsx'

/** What is shown from a moment to a moment, and can be hidden meanwhile. */
export interface Timed {
  visible: boolean
  startAt: string | null
  endAt: string | null
}

export type TimedState = 'running' | 'coming' | 'ended' | 'hidden'

/** The state at a moment; the API's filter `state` says the same. */
export const timedState = ({ visible, startAt, endAt }: Timed, now: Date): TimedState => {
  if (!visible) return 'hidden'
  if (endAt && new Date(endAt) <= now) return 'ended'
  return startAt && new Date(startAt) > now ? 'coming' : 'running'
}

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

export function TimedStateMark({ of }: { of: Timed }) {
  const state = timedState(of, new Date())
  return <StateMark mark={timedMarks[state]}>{timedWords[state]()}</StateMark>
}

/** Options of a filter by state. */
export const timedOptions = () =>
  (['running', 'coming', 'ended', 'hidden'] as const).map((value) => ({
    value,
    label: timedWords[value](),
    mark: timedMarks[value],
  }))

/** `11.20 09:00 – 12.01 00:00`, `11.20 09:00 부터`, `12.01 00:00 까지`; null for always. */
export const periodText = (from: string | null, to: string | null): string | null => {
  if (from && to) return `${columnInstant(from)} – ${columnInstant(to)}`
  if (from) return m.list_period_from({ from: columnInstant(from) })
  return to ? m.list_period_to({ to: columnInstant(to) }) : null
}
