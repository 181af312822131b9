import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { AdmissionState } from '../../contract.ts'
import { opensAt } from '../../rules.ts'
import { type RoomAccess, requireOpenRoom } from '../../server/access-room.ts'
import { notifyPeers } from '../../server/notify-peers.ts'
import { meetingGuests } from '../../table.ts'
import { isWaitingGuest } from './require-admission.ts'

/**
 * Records that a guest waits (polled) or has stopped waiting. One conditional update: an admitted or refused guest
 * stays so, however often it asks. A guest admitted before the meeting moved to a later time must ask again.
 */
export const requestAdmission = (
  context: Context,
  access: RoomAccess,
  leaving: boolean,
): Promise<AdmissionState | null> => {
  const { guestId = '', found, meeting } = access
  requireOpenRoom(context, access)
  return context.transaction(async (within) => {
    const now = within.now()
    const isOpen = and(eq(meetingGuests.id, guestId), isNull(meetingGuests.closedAt))
    const isOld = and(
      eq(meetingGuests.knock, 'admitted'),
      or(isNull(meetingGuests.knockedAt), lt(meetingGuests.knockedAt, opensAt(meeting))),
    )
    const [before] = await within.database
      .select({ knock: meetingGuests.knock, isWaiting: sql<boolean>`coalesce(${isWaitingGuest(within)}, false)` })
      .from(meetingGuests)
      .where(isOpen)
      .for('update')
    if (!before) throw new AppError('conflict', { fields: { token: 'meeting_withdrawn' } })
    const [changed] = await changeRows(within, meetingGuests, {
      knock: leaving ? null : 'waiting',
      knockedAt: leaving ? null : now,
    })
      .where(and(isOpen, or(isNull(meetingGuests.knock), eq(meetingGuests.knock, 'waiting'), isOld)))
      .returning({ knock: meetingGuests.knock })
    // Notify the peers of changes only, not of every poll.
    if (changed && before.isWaiting === leaving) await notifyPeers(within, found.matching.id, null)
    return changed ? changed.knock : before.knock
  })
}
