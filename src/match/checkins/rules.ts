import { seoulDayOf } from '#kit/time/seoul-day.ts'

/** Results of checking a code. */
export const checkInResults = ['in', 'already', 'wrong_day', 'other_fair', 'unknown'] as const
export type CheckInResult = (typeof checkInResults)[number]

/** Maximum check-ins per request; a device that was offline sends its queue in several. */
export const maxArrivals = 100

/** Check-in of a code on a device, not sent yet. */
export interface QueuedCheckIn {
  code: string
  at: string
}

/** True if a check-in is on a day in Seoul (YYYY-MM-DD). */
export const isOnDay = ({ at }: Pick<QueuedCheckIn, 'at'>, day: string): boolean =>
  seoulDayOf(Date.parse(at)).day === day

/** Returns a queue without the check-ins of a code on a day; those of other days stay. */
export const removeQueued = <One extends QueuedCheckIn>(queue: readonly One[], code: string, day: string): One[] =>
  queue.filter((queued) => queued.code !== code || !isOnDay(queued, day))

/** Milliseconds a device clock may run ahead. */
export const clockTolerance = 5 * 60_000

/** Milliseconds a result is shown, unless another code is scanned. */
export const resultDuration = 4000
