import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { signValue } from '#kit/files/private-files.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { EnteredRoom } from '../contract.ts'
import { requireAdmission } from '../guests/server/require-admission.ts'
import { issueIceServers } from '../media/server/issue-ice-servers.ts'
import { issueLiveKitToken } from '../media/server/issue-livekit-token.ts'
import { companySeats, maxPeers } from '../rules.ts'
import { meetingPeers } from '../table.ts'
import { auditStaffAction, lockRoom, peerPurpose, type RoomAccess, requireOpenRoom } from './access-room.ts'
import { isPresent, notifyPeers } from './notify-peers.ts'
import { presentRoom } from './present-room.ts'

/** Display name in a room: company and person. */
export const buildPeerName = (context: Context, { found, role }: RoomAccess): string => {
  const company =
    role === 'seller'
      ? textIn(context.locale, { ...found.seller.names, ko: found.sellerCompany.name })
      : role === 'buyer'
        ? textIn(context.locale, { ...found.buyer.names, ko: found.buyerCompany.name })
        : ''
  return [company, context.principal.name].filter(Boolean).join(' · ')
}

/**
 * Enters an open room. `userId` is null for a guest, who must be admitted. An account or guest link is in a room only
 * once, and the seats of the two companies stay reserved.
 */
export const enterRoom = async (
  context: Context,
  access: RoomAccess,
  { userId, name }: { userId: string | null; name: string },
): Promise<EnteredRoom> => {
  const { role, guestId = null } = access
  requireOpenRoom(context, access)
  const { settings, secret } = context.services
  const matchingId = access.found.matching.id
  const id = await context.transaction(async (within) => {
    // Lock the guest before the room, in the same order as closing a link does.
    if (role === 'guest') await requireAdmission(within, guestId, access.meeting)
    await lockRoom(within, matchingId)
    const isSamePeer = userId
      ? eq(meetingPeers.userId, userId)
      : guestId
        ? eq(meetingPeers.guestId, guestId)
        : sql`false`
    await changeRows(within, meetingPeers, { replaced: true }).where(
      and(eq(meetingPeers.matchingId, matchingId), isSamePeer, eq(meetingPeers.replaced, false)),
    )
    if (role === 'guest' || role === 'operator') {
      const seats = (settings.liveKit ? maxPeers.overServer : maxPeers.between) - companySeats
      const others = and(isPresent(within, matchingId), inArray(meetingPeers.role, ['guest', 'operator']))
      if ((await within.database.$count(meetingPeers, others)) >= seats)
        throw new AppError('conflict', { fields: { meeting: 'meeting_full' } })
    }
    const now = within.now()
    const peerId = within.newId()
    await within.database.insert(meetingPeers).values({
      id: peerId,
      matchingId,
      userId,
      guestId,
      role,
      name,
      seenAt: now,
      createdAt: now,
      updatedAt: now,
    })
    await auditStaffAction(within, access, 'enter')
    await notifyPeers(within, matchingId, peerId)
    return peerId
  })
  return {
    peer: { _id: id, role, name },
    key: signValue(secret, peerPurpose, { id }),
    ice: settings.liveKit ? [] : issueIceServers(settings, id, context.now()),
    liveKit: await issueLiveKitToken(context.services, { id, name, matchingId }, context.now()),
    room: await presentRoom(context, access),
  }
}
