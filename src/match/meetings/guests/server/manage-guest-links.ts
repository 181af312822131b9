import { and, desc, eq, isNull } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { signValue } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { auditStaffAction, guestPurpose, lockRoom, type RoomAccess } from '../../server/access-room.ts'
import { notifyPeers } from '../../server/notify-peers.ts'
import { type GuestRow, meetingGuests, meetingPeers } from '../../table.ts'
import type { GuestLink } from '../contract.ts'

const present = ({ id, name, createdAt, closedAt, knock }: GuestRow): GuestLink => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  closedAt: closedAt?.toISOString() ?? null,
  knock,
})

/** Guest links that the caller's side of a meeting created. */
const ownLinks = ({ found, role }: RoomAccess) =>
  and(eq(meetingGuests.matchingId, found.matching.id), eq(meetingGuests.side, role === 'guest' ? 'operator' : role))

/** Creates a guest link. The token is returned only this once. */
export const inviteGuest = (
  context: Context,
  access: RoomAccess,
  name: string,
): Promise<GuestLink & { token: string }> =>
  context.transaction(async (within) => {
    const { found, role } = access
    if (role === 'guest') throw new AppError('forbidden')
    const now = within.now()
    const row: GuestRow = {
      id: within.newId(),
      matchingId: found.matching.id,
      side: role,
      name,
      closedAt: null,
      knock: null,
      knockedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    await within.database.insert(meetingGuests).values(row)
    await auditStaffAction(within, access, 'invite')
    return { ...present(row), token: signValue(within.services.secret, guestPurpose, { guest: row.id }) }
  })

/** Lists the links of the caller's side, newest first, at most 100. */
export const listGuestLinks = async (context: Context, access: RoomAccess): Promise<GuestLink[]> => {
  const rows = await context.database
    .select()
    .from(meetingGuests)
    .where(ownLinks(access))
    .orderBy(desc(meetingGuests.createdAt), desc(meetingGuests.id))
    .limit(100)
  return rows.map(present)
}

/** Removes the guest of a link from the room and notifies the others. */
const removeGuest = async (within: Context, { id, matchingId }: GuestRow): Promise<void> => {
  await lockRoom(within, matchingId)
  const left = await changeRows(within, meetingPeers, { leftAt: within.now() })
    .where(and(eq(meetingPeers.guestId, id), isNull(meetingPeers.leftAt)))
    .returning({ id: meetingPeers.id })
  for (const peer of left) await notifyPeers(within, matchingId, peer.id)
}

/** Closes a link of the caller's side and removes its guest from the room. Idempotent. */
export const closeGuestLink = (context: Context, access: RoomAccess, id: string): Promise<GuestLink> =>
  context.transaction(async (within) => {
    const isOwn = and(eq(meetingGuests.id, id), ownLinks(access))
    const [closed] = await changeRows(within, meetingGuests, { closedAt: within.now() })
      .where(and(isOwn, isNull(meetingGuests.closedAt)))
      .returning()
    if (closed) {
      await removeGuest(within, closed)
      await writeAudit(within, {
        action: 'uninvite',
        entity: 'matchings',
        entityId: closed.matchingId,
        summary: `${access.found.buyerCompany.name} → ${access.found.sellerCompany.name}`,
      })
      return present(closed)
    }
    // Already closed: return the same answer.
    const [existing] = await within.database.select().from(meetingGuests).where(isOwn)
    if (!existing) throw new AppError('not_found')
    return present(existing)
  })
