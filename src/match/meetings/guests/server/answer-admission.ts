import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { findMatching } from '#match/matchings/server/find-matchings.ts'
import type { AdmissionState } from '../../contract.ts'
import { auditStaffAction, requirePeer } from '../../server/access-room.ts'
import { notifyPeers } from '../../server/notify-peers.ts'
import { meetingGuests } from '../../table.ts'

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
    const isInRoom = and(eq(meetingGuests.id, guest), eq(meetingGuests.matchingId, peer.matchingId))
    const [answered] = await changeRows(within, meetingGuests, { knock: admit ? 'admitted' : 'refused' })
      .where(and(isInRoom, isNull(meetingGuests.closedAt), eq(meetingGuests.knock, seen)))
      .returning({ knock: meetingGuests.knock })
    if (answered?.knock) {
      const found = await findMatching(within, peer.matchingId)
      if (found) await auditStaffAction(within, { found, role: peer.role }, admit ? 'admit' : 'turn_away')
      await notifyPeers(within, peer.matchingId, peer.id)
      return { knock: answered.knock }
    }
    const guestCount = await within.database.$count(meetingGuests, isInRoom)
    throw guestCount > 0
      ? new AppError('conflict', { fields: { guest: 'meeting_answered' } })
      : new AppError('not_found')
  })
