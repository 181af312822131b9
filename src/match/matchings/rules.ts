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
