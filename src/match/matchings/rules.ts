/** States of a matching. `confirmed`, `held` and `no_show` have a slot and a place, the others none. */
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
  // To `offered` again: the seller changes the picks.
  offered: ['offered', 'confirmed', 'declined', 'cancelled', 'expired', 'requested'],
  // To `confirmed` again: the operator moves it. To `requested`: one of the two asks for another time.
  confirmed: ['confirmed', 'requested', 'cancelled', 'held', 'no_show'],
  expired: ['offered', 'declined', 'cancelled'],
  held: ['no_show'],
  no_show: ['held'],
  declined: [],
  cancelled: [],
}

/** States from which a matching may come to this one. */
export const statesBefore = (state: MatchingState): MatchingState[] =>
  matchingStates.filter((from) => next[from].includes(state))

/** States from which the operator puts a matching into a slot, without an offer and a confirmation. */
export const placeable: readonly MatchingState[] = ['requested', 'offered', 'expired', 'confirmed']

/** Whose turn it is; null when it is nobody's. */
export const turnOf = (state: MatchingState): Side | null =>
  state === 'requested' || state === 'expired' ? 'seller' : state === 'offered' ? 'buyer' : null

export const mostPicks = 3
/** Characters. */
export const longestMessage = 1000
export const longestReason = 500
export const longestAgreed = 4000
export const longestAgreement = 300
/** Lines of one meeting, of what was agreed and of what is to be done each. */
export const mostAgreements = 30

const hour = 3_600_000

/** Milliseconds before its start until which a time can be offered and confirmed. */
const ahead = hour

/** A time that begins then or earlier can be neither offered nor confirmed any more; in milliseconds since the epoch. */
export const latestStart = (now: number): number => now + ahead

/** Until when a time that begins then can be confirmed; in milliseconds since the epoch. */
export const latestConfirm = (start: number): number => start - ahead

/**
 * Until when offered times are held: as long as the fair says, but not past an hour before the last of them. Each of
 * them can be confirmed until an hour before it begins. All in milliseconds since the epoch.
 */
export const heldUntil = (now: number, holdHours: number, starts: readonly number[]): number =>
  Math.min(now + holdHours * hour, latestConfirm(Math.max(...starts)))

const minute = 60_000

/** Moments are milliseconds since the epoch. */
interface Spanned {
  startsAt: number
  endsAt: number
  /** The table; null online, and where none is free. */
  place: number | null
}
export interface OfferedTime extends Spanned {
  slot: string
  /** Its day, whatever its name. */
  day: string
  /** Before 7 or after 22 on the clock of who comes. */
  isOutOfHours: boolean
  waiting: number
}
export interface MetTime extends Spanned {
  day: string
}
export type BestReason = 'same_table' | 'next_to' | 'same_day' | 'in_hours' | 'unwaited' | 'first'

/**
 * The offered time that fits its buyer's day best, and why: in waking hours, beside a meeting of that day and at its
 * table, else near to one, else one that nobody waits for. null where there is nothing to choose.
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
 * Reminders of a meeting: milliseconds before its start from which each is due, and until which it still helps where it
 * comes late. Who agrees on a time after a reminder was due has just been told of it, and gets no such reminder.
 */
export const reminders = {
  day: { from: 24 * hour, until: 3 * hour },
  soon: { from: 10 * minute, until: 0 },
} as const
export type ReminderKind = keyof typeof reminders

/** Papers of a fair: badges of who comes, and who meets whom at which table. */
export const fairPapers = ['badges', 'plan'] as const
export type FairPaper = (typeof fairPapers)[number]
