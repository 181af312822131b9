/** Stored phases of a fair in order; `participating` is derived for the viewer. */
export const phases = ['draft', 'recruiting', 'applying', 'ongoing', 'expired'] as const
export type Phase = (typeof phases)[number]

/** Phases in which meetings are requested, offered and confirmed. */
export const matchingPhases: readonly Phase[] = ['applying', 'ongoing']

/** Kinds of fair changes that participants are notified of. */
export const fairNotices = ['withdrawn', 'closed', 'paused', 'returned', 'moved'] as const
export type FairNotice = (typeof fairNotices)[number]

interface FairSchedule {
  phase: Phase
  startsAt: Date
  endsAt: Date
}

/**
 * Returns the kind of notification for a change; null if none is due (next phase, fair over, or a draft that
 * participants do not know).
 */
export const fairNoticeOf = (before: FairSchedule, after: FairSchedule, now: Date): FairNotice | null => {
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

export const maxThumbs = 4
export const maxSessions = 60

/** Maximum slots of a fair, because a buyer saves all free times in one request. */
export const maxSlots = 1000

export interface Span {
  startAt: string
  endAt: string
}

const minute = 60_000

/**
 * Number of slots that fit into the sessions, ignoring breaks. Computed without creating them, so that a session of a
 * hundred years is cheap.
 */
export const countSlots = (sessions: readonly Span[], slotMinutes: number): number =>
  sessions.reduce(
    (sum, { startAt, endAt }) => sum + Math.floor((Date.parse(endAt) - Date.parse(startAt)) / (slotMinutes * minute)),
    0,
  )

/** True if the grid has at most `maxSlots` slots. Sessions that end before they start count as empty. */
export const fitsGrid = (sessions: readonly Span[], slotMinutes: number): boolean =>
  countSlots(
    sessions.filter(({ startAt, endAt }) => Date.parse(startAt) < Date.parse(endAt)),
    slotMinutes,
  ) <= maxSlots
