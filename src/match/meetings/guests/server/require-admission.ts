import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { WaitingGuest } from '../../contract.ts'
import { isForCurrentSchedule, type Meeting, peerTimeout } from '../../rules.ts'
import { meetingGuests } from '../../table.ts'

/** Condition for guests who are waiting: link open, and polled within `peerTimeout` (a closed page stops polling). */
export const isWaitingGuest = (context: Context): SQL | undefined =>
  and(
    isNull(meetingGuests.closedAt),
    eq(meetingGuests.knock, 'waiting'),
    gt(meetingGuests.knockedAt, new Date(context.now().getTime() - peerTimeout)),
  )

/** Lists the waiting guests of a room in the order of their invitations. */
export const listWaitingGuests = async (context: Context, matchingId: string): Promise<WaitingGuest[]> => {
  const rows = await context.database
    .select({ _id: meetingGuests.id, name: meetingGuests.name })
    .from(meetingGuests)
    .where(and(eq(meetingGuests.matchingId, matchingId), isWaitingGuest(context)))
    .orderBy(asc(meetingGuests.createdAt), asc(meetingGuests.id))
  return rows
}

/**
 * Checks that a guest is admitted to the meeting at its current time, and locks the link and admission until the
 * transaction ends. Throws `conflict` with the reason on `token`.
 */
export const requireAdmission = async (within: Context, guestId: string | null, meeting: Meeting): Promise<void> => {
  const [guest] = await within.database
    .select({ knock: meetingGuests.knock, knockedAt: meetingGuests.knockedAt, closedAt: meetingGuests.closedAt })
    .from(meetingGuests)
    .where(guestId === null ? sql`false` : eq(meetingGuests.id, guestId))
    .for('share')
  if (guest?.closedAt) throw new AppError('conflict', { fields: { token: 'meeting_withdrawn' } })
  if (guest?.knock === 'admitted' && isForCurrentSchedule(guest.knockedAt, meeting)) return
  throw new AppError('conflict', {
    fields: { token: guest?.knock === 'refused' ? 'meeting_refused' : 'meeting_knock' },
  })
}
