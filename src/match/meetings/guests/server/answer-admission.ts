import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { findMatching } from '#match/matchings/server/find-matchings.ts'
import type { AdmissionState } from '../../contract.ts'
import { opensAt } from '../../rules.ts'
import {
  auditStaffAction,
  notifyPeers,
  type RoomAccess,
  requireOpenRoom,
  requirePeer,
} from '../../server/access-room.ts'
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
      .select({ knock: meetingGuests.knock, isHere: sql<boolean>`coalesce(${isWaitingGuest(within)}, false)` })
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
    if (changed && before.isHere === leaving) await notifyPeers(within, found.matching.id, null)
    return changed ? changed.knock : before.knock
  })
}

interface Answer {
  key: string
  guest: string
  admit: boolean
  /** State that the answering peer saw; of two concurrent answers, one succeeds. */
  seen: 'waiting' | 'refused'
}

/**
 * Admits or refuses a guest. Throws `forbidden` if the caller is a guest. A refused guest can still be admitted by a
 * peer who has seen the refusal.
 */
export const answerAdmission = (
  context: Context,
  { key, guest, admit, seen }: Answer,
): Promise<{ knock: AdmissionState }> =>
  context.transaction(async (within) => {
    const peer = await requirePeer(within, key)
    if (peer.role === 'guest') throw new AppError('forbidden')
    const mine = and(eq(meetingGuests.id, guest), eq(meetingGuests.matchingId, peer.matchingId))
    const [answered] = await changeRows(within, meetingGuests, { knock: admit ? 'admitted' : 'refused' })
      .where(and(mine, isNull(meetingGuests.closedAt), eq(meetingGuests.knock, seen)))
      .returning({ knock: meetingGuests.knock })
    if (answered?.knock) {
      const found = await findMatching(within, peer.matchingId)
      if (found) await auditStaffAction(within, { found, role: peer.role }, admit ? 'admit' : 'turn_away')
      await notifyPeers(within, peer.matchingId, peer.id)
      return { knock: answered.knock }
    }
    const known = await within.database.$count(meetingGuests, mine)
    throw known > 0 ? new AppError('conflict', { fields: { guest: 'meeting_answered' } }) : new AppError('not_found')
  })
