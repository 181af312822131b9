/** States of a matching. Only `confirmed`, `held` and `no_show` have a slot and a place. */
export const matchingStates = [
  'requested',
  'offered',
  'confirmed',
  'held',
  'no_show',
  'declined',
  'cancelled',
  'expired',
] as const
export type MatchingState = (typeof matchingStates)[number]

export type Side = 'buyer' | 'seller'

const next: Record<MatchingState, readonly MatchingState[]> = {
  requested: ['offered', 'declined', 'cancelled'],
  // `offered` again: the seller changes the picks.
  offered: ['offered', 'confirmed', 'declined', 'cancelled', 'expired', 'requested'],
  // `confirmed` again: the operator moves the meeting. `requested`: one side asks for another time.
  confirmed: ['confirmed', 'requested', 'cancelled', 'held', 'no_show'],
  expired: ['offered', 'declined', 'cancelled'],
  held: ['no_show'],
  no_show: ['held'],
  declined: [],
  cancelled: [],
}

/** Returns the states from which a matching may enter `state`. */
export const statesBefore = (state: MatchingState): MatchingState[] =>
  matchingStates.filter((from) => next[from].includes(state))

/** States from which the operator may place a matching in a slot, without an offer and a confirmation. */
export const placeableStates: readonly MatchingState[] = ['requested', 'offered', 'expired', 'confirmed']

/** Returns the side that has to act next, or null. */
export const determineTurn = (state: MatchingState): Side | null =>
  state === 'requested' || state === 'expired' ? 'seller' : state === 'offered' ? 'buyer' : null

export const maxPicks = 3
/** Maximum lengths in characters. */
export const maxMessageLength = 1000
export const maxReasonLength = 500
export const maxAgreedLength = 4000
export const maxAgreementLength = 300
/** Maximum number of agreement lines, and of tasks, per meeting. */
export const maxAgreements = 30

const hour = 3_600_000

/** Milliseconds before its start until which a time can be offered and confirmed. */
const leadTime = hour

/**
 * Returns the cutoff in ms since the epoch: a time that starts at or before it can no longer be offered or confirmed.
 */
export const latestStart = (now: number): number => now + leadTime

/** Returns until when a time with this start can be confirmed, in ms since the epoch. */
export const latestConfirm = (start: number): number => start - leadTime

/**
 * Returns until when an offer is held: for the hold period of the fair, but at most until an hour before its last time.
 * Each time can be confirmed until an hour before it starts. All values in ms since the epoch.
 */
export const calculateHoldEnd = (now: number, holdHours: number, starts: readonly number[]): number =>
  Math.min(now + holdHours * hour, latestConfirm(Math.max(...starts)))

const minute = 60_000

/** Instants are in ms since the epoch. */
interface TimedMeeting {
  startsAt: number
  endsAt: number
  /** Table number; null online, or if none is free. */
  place: number | null
}
export interface OfferedTime extends TimedMeeting {
  slot: string
  /** Any key that is equal for times of the same day. */
  day: string
  /** True if the start is before 7:00, or at 22:00 or later, on the buyer's clock. */
  isOutOfHours: boolean
  waiting: number
}
export interface MetTime extends TimedMeeting {
  day: string
}
export type BestReason = 'same_table' | 'next_to' | 'same_day' | 'in_hours' | 'unwaited' | 'first'

/**
 * Returns the offered time that fits the buyer's day best, with the reason. Order of preference: in waking hours,
 * smallest gap to a meeting of that day, at the table of an adjacent meeting, fewest other matchings waiting for it,
 * earliest. Null if there are fewer than two offers.
 */
export const bestOffer = (
  offers: readonly OfferedTime[],
  meetings: readonly MetTime[],
): { slot: string; reason: BestReason } | null => {
  if (offers.length < 2) return null
  const judged = offers.map((offer) => {
    const near = meetings
      .filter(({ day }) => day === offer.day)
      .map((met) => ({
        gap: Math.max(offer.startsAt - met.endsAt, met.startsAt - offer.endsAt, 0),
        sameTable: offer.place !== null && met.place === offer.place,
      }))
      .toSorted((a, b) => a.gap - b.gap || Number(b.sameTable) - Number(a.sameTable))[0]
    const far = Number.MAX_SAFE_INTEGER
    const order = [
      Number(offer.isOutOfHours),
      near ? near.gap : far,
      near?.gap === 0 && near.sameTable ? 0 : 1,
      offer.waiting,
      offer.startsAt,
    ]
    return { offer, near, order }
  })
  const [best] = judged.toSorted((a, b) => {
    const at = a.order.findIndex((value, index) => value !== b.order[index])
    return at < 0 ? 0 : (a.order[at] ?? 0) - (b.order[at] ?? 0)
  })
  if (!best) return null
  const { offer, near } = best
  const reasonOf = (): BestReason => {
    if (near) return near.gap > 0 ? 'same_day' : near.sameTable ? 'same_table' : 'next_to'
    if (offers.some(({ isOutOfHours }) => isOutOfHours) && !offer.isOutOfHours) return 'in_hours'
    return offer.waiting === 0 && offers.some(({ waiting }) => waiting > 0) ? 'unwaited' : 'first'
  }
  return { slot: offer.slot, reason: reasonOf() }
}

/**
 * Kinds of meeting reminders. A reminder is due from `from` ms before the start, and a late one is still sent until
 * `until` ms before it. A meeting arranged after a reminder was due gets no such reminder, because both sides were just
 * notified.
 */
export const reminderWindows = {
  day: { from: 24 * hour, until: 3 * hour },
  soon: { from: 10 * minute, until: 0 },
} as const
export type ReminderKind = keyof typeof reminderWindows
