/** Stored phases of a fair, in their order; `participating` is derived for the viewer. */
export const phases = ['draft', 'recruiting', 'applying', 'ongoing', 'expired'] as const
export type Phase = (typeof phases)[number]

/** Phases in which times are asked for, offered and confirmed. */
export const matchingPhases: readonly Phase[] = ['applying', 'ongoing']

/** What a change of a fair does to those who take part in it, who are told. */
export const setBacks = ['withdrawn', 'closed', 'paused', 'returned', 'moved'] as const
export type SetBack = (typeof setBacks)[number]

interface Standing {
  phase: Phase
  startsAt: Date
  endsAt: Date
}

/** Null where they have nothing to be told: the fair goes on to its next phase, it is over, or they know of none. */
export const setBackOf = (before: Standing, after: Standing, now: Date): SetBack | null => {
  const [was, is] = [before.phase, after.phase]
  if (before.endsAt <= now && after.endsAt <= now) return null
  if (was === 'draft' && is === 'draft') return null
  if (is === 'draft') return 'withdrawn'
  if (is === 'expired') return was === 'expired' ? null : 'closed'
  if (was === 'draft' || was === 'expired') return 'returned'
  if (matchingPhases.includes(was) && !matchingPhases.includes(is)) return 'paused'
  const isMoved = Number(before.startsAt) !== Number(after.startsAt) || Number(before.endsAt) !== Number(after.endsAt)
  return isMoved ? 'moved' : null
}

export const mostThumbs = 4
export const mostSessions = 60

/** Slots of one fair: the grid of a buyer is saved in one go. */
export const mostSlots = 1000

export interface Span {
  startAt: string
  endAt: string
}

const minute = 60_000

/** How many slots sessions have room for, breaks not counted: without making them, of a session of a hundred years too. */
export const countSlots = (sessions: readonly Span[], slotMinutes: number): number =>
  sessions.reduce(
    (sum, { startAt, endAt }) => sum + Math.floor((Date.parse(endAt) - Date.parse(startAt)) / (slotMinutes * minute)),
    0,
  )

/** Whether a grid has no more slots than a buyer saves in one go; sessions that end before they start count for nothing. */
export const fitsGrid = (sessions: readonly Span[], slotMinutes: number): boolean =>
  countSlots(
    sessions.filter(({ startAt, endAt }) => Date.parse(startAt) < Date.parse(endAt)),
    slotMinutes,
  ) <= mostSlots
