import { and, eq, gte, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { verifySigned } from '#kit/files/private-files.ts'
import { mayRead, mayWrite } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import {
  type FoundMatching,
  findMatching,
  findOwnMatching,
  sideOf,
  withoutUnreleased,
} from '#match/matchings/server/find-matchings.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { AdmissionState, PeerRole } from '../contract.ts'
import { canContinue, entryStateOf, isForCurrentSchedule, type Meeting, opensAt } from '../rules.ts'
import { meetingGuests, meetingPeers, type PeerRow } from '../table.ts'

export const guestPurpose = 'meeting-guest-link'
export const peerPurpose = 'meeting-stay'

export interface RoomAccess {
  found: FoundMatching
  meeting: Meeting
  role: PeerRole
  /** Guest link that was used. */
  guestId?: string
  /** True if the account, of one of the two companies, was in the room before. */
  wasIn?: boolean
}

const roomStates = new Set(['confirmed', 'held'])

/** Returns the times as the companies see them: an unreleased plan opens, closes and moves no room. */
const meetingOf = (found: FoundMatching): Meeting => {
  const { startsAt, endsAt, way, state } = withoutUnreleased(found).matching
  // A fair on hold has no meetings.
  if (found.fair.phase === 'draft' || !roomStates.has(state) || way !== 'online' || !startsAt || !endsAt)
    throw new AppError('conflict', { fields: { meeting: 'meeting_none' } })
  return { startsAt, endsAt }
}

/**
 * Returns the caller's access to a room: its two companies, or staff who may read matchings. `act` (entering included)
 * requires write permission of staff.
 */
export const getRoomAccess = async (context: Context, id: string, act: 'see' | 'act' = 'act'): Promise<RoomAccess> => {
  const isStaff = mayRead(context.principal.scopes, 'console:fairs')
  const found = (await findOwnMatching(context, id)) ?? (isStaff ? await findMatching(context, id) : null)
  if (!found) throw new AppError('not_found')
  const { userId } = context.principal
  if (![found.seller.userId, found.buyer.userId].includes(userId)) {
    if (act === 'act' && !mayWrite(context.principal.scopes, 'console:fairs')) throw new AppError('forbidden')
    return { found, meeting: meetingOf(found), role: 'operator' }
  }
  const meeting = meetingOf(found)
  const isPresent = and(
    eq(meetingPeers.matchingId, id),
    eq(meetingPeers.userId, userId),
    gte(meetingPeers.createdAt, opensAt(meeting)),
  )
  const wasIn = (await context.database.$count(meetingPeers, isPresent)) > 0
  return { found, meeting, role: sideOf(context, found), wasIn }
}

/** Writes an audit entry for an action of staff in a room; does nothing for other roles. */
export const auditStaffAction = async (
  within: Context,
  { found, role }: Pick<RoomAccess, 'found' | 'role'>,
  action: 'enter' | 'invite' | 'attach' | 'admit' | 'turn_away',
): Promise<void> => {
  if (role !== 'operator') return
  await writeAudit(within, {
    action,
    entity: 'matchings',
    entityId: found.matching.id,
    summary: `${found.buyerCompany.name} → ${found.sellerCompany.name}`,
  })
}

/** Returns the access of a guest link. Throws `invalid` for a wrong token, `conflict` for a closed link. */
export const getGuestAccess = async (
  context: Context,
  token: string,
): Promise<RoomAccess & { name: string; knock: AdmissionState | null }> => {
  const link = verifySigned<{ guest: string }>(context.services.secret, guestPurpose, token)
  const [guest] = link
    ? await context.database.select().from(meetingGuests).where(eq(meetingGuests.id, link.guest))
    : []
  const found = guest ? await findMatching(context, guest.matchingId) : null
  if (!guest || !found) throw new AppError('invalid', { fields: { token: 'meeting_link' } })
  if (guest.closedAt) throw new AppError('conflict', { fields: { token: 'meeting_withdrawn' } })
  const { id: guestId, name, knockedAt } = guest
  const meeting = meetingOf(found)
  const knock = guest.knock === 'admitted' && !isForCurrentSchedule(knockedAt, meeting) ? null : guest.knock
  return { found, meeting, role: 'guest', name, guestId, knock }
}

/** Serializes changes in a room; the advisory lock ends with the transaction. */
export const lockRoom = (within: Context, matchingId: string) =>
  within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`meeting ${matchingId}`}, 0))`)

/** Throws `conflict` if the room is not open yet or is over. */
export const requireOpenRoom = (context: Context, { meeting, wasIn }: RoomAccess): void => {
  const door = entryStateOf(meeting, context.now(), wasIn)
  if (door !== 'open')
    throw new AppError('conflict', { fields: { meeting: door === 'early' ? 'meeting_early' : 'meeting_over' } })
}

/**
 * Returns the peer of a key if it may continue. The key outlives a login session, so every call checks the account, the
 * permissions of staff, and the meeting as its companies see it. Throws `not_found` or `conflict`.
 */
export const requirePeer = async (within: Context, key: string): Promise<PeerRow> => {
  const signed = verifySigned<{ id: string }>(within.services.secret, peerPurpose, key)
  const [row] = signed
    ? await within.database
        .select({ peer: meetingPeers, state: users.state, scopes: levels.scopes, closedAt: meetingGuests.closedAt })
        .from(meetingPeers)
        .leftJoin(users, eq(users.id, meetingPeers.userId))
        .leftJoin(levels, eq(levels.id, users.levelId))
        .leftJoin(meetingGuests, eq(meetingGuests.id, meetingPeers.guestId))
        .where(eq(meetingPeers.id, signed.id))
    : []
  const found = row ? await findMatching(within, row.peer.matchingId) : null
  if (!row || !found) throw new AppError('not_found')
  const { peer, state, scopes, closedAt } = row
  const isAllowed =
    peer.userId === null ||
    (state === 'active' && (peer.role !== 'operator' || mayWrite(scopes ?? [], 'console:fairs')))
  if (!isAllowed) throw new AppError('conflict', { fields: { meeting: 'meeting_account' } })
  // A meeting cancelled during the call has no room any more; a moved one has none until its new time, and then only
  // for peers who enter again.
  const meeting = meetingOf(found)
  if (within.now() < opensAt(meeting)) throw new AppError('conflict', { fields: { meeting: 'meeting_early' } })
  if (!canContinue(meeting, within.now()) || !isForCurrentSchedule(peer.createdAt, meeting))
    throw new AppError('conflict', { fields: { meeting: 'meeting_over' } })
  if (closedAt) throw new AppError('conflict', { fields: { meeting: 'meeting_withdrawn' } })
  if (peer.replaced) throw new AppError('conflict', { fields: { meeting: 'meeting_replaced' } })
  return peer
}
