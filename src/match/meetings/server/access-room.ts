import { and, asc, eq, gt, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { signValue, verifySigned } from '#kit/files/private-files.ts'
import { textIn } from '#kit/i18n.ts'
import { mayRead, mayWrite } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import {
  type FoundMatching,
  findMatching,
  findOwnMatching,
  sideOf,
  withoutUnreleased,
} from '#match/matchings/server/find-matchings.ts'
import { presentLines } from '#match/matchings/server/present-matchings.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type {
  AdmissionState,
  EnteredRoom,
  LiveKit,
  MeetingMessage,
  OutgoingMessage,
  Peer,
  PeerRole,
  PresentPeer,
  Room,
  WaitingGuest,
} from '../contract.ts'
import { listWaitingGuests, requireAdmission } from '../guests/server/require-admission.ts'
import { issueIceServers } from '../media/server/issue-ice-servers.ts'
import { issueLiveKitToken } from '../media/server/issue-livekit-token.ts'
import {
  canContinue,
  companySeats,
  entryClosesAt,
  entryStateOf,
  isForCurrentSchedule,
  type Meeting,
  maxPeers,
  opensAt,
  peerTimeout,
} from '../rules.ts'
import { type GuestRow, type MessageRow, meetingGuests, meetingMessages, meetingPeers, type PeerRow } from '../table.ts'

export const guestPurpose = 'meeting-guest-link'
const stayPurpose = 'meeting-stay'

export interface RoomAccess {
  found: FoundMatching
  meeting: Meeting
  role: PeerRole
  /** Guest link that was used. */
  guestId?: string
  /** True if the account, of one of the two companies, was in the room before. */
  wasIn?: boolean
}

const met = new Set(['confirmed', 'held'])

/** Returns the times as the companies see them: an unreleased plan opens, closes and moves no room. */
const meetingOf = (found: FoundMatching): Meeting => {
  const { startsAt, endsAt, way, state } = withoutUnreleased(found).matching
  // A fair on hold has no meetings.
  if (found.fair.phase === 'draft' || !met.has(state) || way !== 'online' || !startsAt || !endsAt)
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
  const stays = and(
    eq(meetingPeers.matchingId, id),
    eq(meetingPeers.userId, userId),
    gte(meetingPeers.createdAt, opensAt(meeting)),
  )
  const wasIn = (await context.database.$count(meetingPeers, stays)) > 0
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

export const presentRoom = async (context: Context, { found, meeting, role, wasIn }: RoomAccess): Promise<Room> => {
  const [line] = await presentLines(context, [withoutUnreleased(found)])
  if (!line) throw new AppError('not_found')
  const now = context.now()
  const company = ({ _id, name, timeZone }: typeof line.seller) => ({ _id, name, timeZone })
  return {
    matching: line._id,
    fair: line.fair,
    seller: company(line.seller),
    buyer: company(line.buyer),
    product: line.product,
    startAt: meeting.startsAt.toISOString(),
    endAt: meeting.endsAt.toISOString(),
    opensAt: opensAt(meeting).toISOString(),
    closesAt: entryClosesAt(meeting, wasIn).toISOString(),
    door: entryStateOf(meeting, now, wasIn),
    role,
    now: now.toISOString(),
  }
}

/** Serializes changes in a room; the advisory lock ends with the transaction. */
export const lockRoom = (within: Context, matchingId: string) =>
  within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`meeting ${matchingId}`}, 0))`)

const present = (context: Context, matchingId: string) =>
  and(
    eq(meetingPeers.matchingId, matchingId),
    isNull(meetingPeers.leftAt),
    eq(meetingPeers.replaced, false),
    gt(meetingPeers.seenAt, new Date(context.now().getTime() - peerTimeout)),
  )

const toPeer = ({ id, role, name }: Pick<PeerRow, 'id' | 'role' | 'name'>): Peer => ({ _id: id, role, name })

const toMessage = ({ message, from }: { message: MessageRow; from: PeerRow }): MeetingMessage => ({
  number: message.number,
  from: toPeer(from),
  createdAt: message.createdAt.toISOString(),
  said: message.data,
})

/**
 * Sends a live event to all accounts in a room except `from`, the peer that caused it; null if the cause is outside the
 * room.
 */
export const notifyPeers = async (within: Context, matchingId: string, from: string | null) => {
  const others = await within.database
    .select({ userId: meetingPeers.userId })
    .from(meetingPeers)
    .where(and(present(within, matchingId), from ? ne(meetingPeers.id, from) : undefined))
  const users = others.flatMap(({ userId }) => userId ?? [])
  if (users.length > 0) await publishEvent(within, { users }, { topic: 'meetings', id: matchingId })
}

/** Throws `conflict` if the room is not open yet or is over. */
export const requireOpenRoom = (context: Context, { meeting, wasIn }: RoomAccess): void => {
  const door = entryStateOf(meeting, context.now(), wasIn)
  if (door !== 'open')
    throw new AppError('conflict', { fields: { meeting: door === 'early' ? 'meeting_early' : 'meeting_over' } })
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
    const same = userId ? eq(meetingPeers.userId, userId) : guestId ? eq(meetingPeers.guestId, guestId) : sql`false`
    await changeRows(within, meetingPeers, { replaced: true }).where(
      and(eq(meetingPeers.matchingId, matchingId), same, eq(meetingPeers.replaced, false)),
    )
    if (role === 'guest' || role === 'operator') {
      const seats = (settings.liveKit ? maxPeers.overServer : maxPeers.between) - companySeats
      const others = and(present(within, matchingId), inArray(meetingPeers.role, ['guest', 'operator']))
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
    key: signValue(secret, stayPurpose, { id }),
    ice: settings.liveKit ? [] : issueIceServers(settings, id, context.now()),
    liveKit: await issueLiveKitToken(context.services, { id, name, matchingId }, context.now()),
    room: await presentRoom(context, access),
  }
}

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
 * Returns the peer of a key if it may continue. The key outlives a login session, so every call checks the account, the
 * permissions of staff, and the meeting as its companies see it. Throws `not_found` or `conflict`.
 */
export const requirePeer = async (within: Context, key: string): Promise<PeerRow> => {
  const stay = verifySigned<{ id: string }>(within.services.secret, stayPurpose, key)
  const [row] = stay
    ? await within.database
        .select({ peer: meetingPeers, state: users.state, scopes: levels.scopes, closedAt: meetingGuests.closedAt })
        .from(meetingPeers)
        .leftJoin(users, eq(users.id, meetingPeers.userId))
        .leftJoin(levels, eq(levels.id, users.levelId))
        .leftJoin(meetingGuests, eq(meetingGuests.id, meetingPeers.guestId))
        .where(eq(meetingPeers.id, stay.id))
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

/** Issues a new media token for a peer, because the first one expires soon. */
export const refreshMediaToken = async (context: Context, key: string): Promise<LiveKit | null> =>
  issueLiveKitToken(context.services, await requirePeer(context, key), context.now())

/** Removes the guest of a link from the room and notifies the others. */
export const removeGuest = async (within: Context, { id, matchingId }: GuestRow): Promise<void> => {
  await lockRoom(within, matchingId)
  const left = await changeRows(within, meetingPeers, { leftAt: within.now() })
    .where(and(eq(meetingPeers.guestId, id), isNull(meetingPeers.leftAt)))
    .returning({ id: meetingPeers.id })
  for (const peer of left) await notifyPeers(within, matchingId, peer.id)
}

/** Maximum messages in one response. */
const mostHeard = 500

interface Exchange {
  key: string
  after: number
  send: readonly OutgoingMessage[]
  caret?: string | null | undefined
  leaving: boolean
}

interface Heard {
  peers: PresentPeer[]
  messages: MeetingMessage[]
  /** Guests waiting to be admitted; empty for guests. */
  knocks: WaitingGuest[]
}

/** Sends and receives messages. Signals to a peer outside the room are dropped: its browser may just have closed. */
export const exchangeMessages = (context: Context, { key, after, send, caret, leaving }: Exchange) =>
  context.transaction(async (within): Promise<Heard> => {
    const peer = await requirePeer(within, key)
    const now = within.now()
    const { matchingId } = peer
    if (send.length > 0) await lockRoom(within, matchingId)
    const wasHere = peer.leftAt === null && peer.seenAt.getTime() > now.getTime() - peerTimeout
    const writesAt = leaving ? null : caret === undefined ? peer.caret : caret
    const stays = await within.database
      .update(meetingPeers)
      .set({ seenAt: now, leftAt: leaving ? now : null, caret: writesAt, updatedAt: now })
      .where(and(eq(meetingPeers.id, peer.id), eq(meetingPeers.replaced, false)))
      .returning({ id: meetingPeers.id })
    if (stays.length === 0) throw new AppError('conflict', { fields: { meeting: 'meeting_replaced' } })
    const peers = await within.database
      .select()
      .from(meetingPeers)
      .where(present(within, matchingId))
      .orderBy(asc(meetingPeers.createdAt), asc(meetingPeers.id))
    const here = new Set(peers.map(({ id }) => id))
    const said = send.filter((one) => one.kind !== 'signal' || here.has(one.to))
    if (said.length > 0)
      await within.database
        .insert(meetingMessages)
        .values(
          said.map(({ id, ...one }) => ({
            matchingId,
            fromPeer: peer.id,
            toPeer: one.kind === 'signal' ? one.to : null,
            kind: one.kind,
            data: one,
            saidId: id ?? null,
            createdAt: now,
          })),
        )
        .onConflictDoNothing({ target: [meetingMessages.fromPeer, meetingMessages.saidId] })
    if (said.length > 0 || leaving || !wasHere || writesAt !== peer.caret)
      await notifyPeers(within, matchingId, peer.id)
    if (leaving) return { peers: [], messages: [], knocks: [] }
    const heard = await within.database
      .select({ message: meetingMessages, from: meetingPeers })
      .from(meetingMessages)
      .innerJoin(meetingPeers, eq(meetingPeers.id, meetingMessages.fromPeer))
      .where(
        and(
          eq(meetingMessages.matchingId, matchingId),
          gt(meetingMessages.number, after),
          or(ne(meetingMessages.fromPeer, peer.id), inArray(meetingMessages.kind, ['chat', 'file'])),
          or(isNull(meetingMessages.toPeer), eq(meetingMessages.toPeer, peer.id)),
        ),
      )
      .orderBy(asc(meetingMessages.number))
      .limit(mostHeard)
    return {
      peers: peers.map((one) => ({ ...toPeer(one), caret: one.caret })),
      messages: heard.map(toMessage),
      knocks: peer.role === 'guest' ? [] : await listWaitingGuests(within, matchingId),
    }
  })

/** Returns notes, chat and files of the caller's own matching, after a message number. */
export const readRecord = async (context: Context, matchingId: string, after: number) => {
  if (!(await findOwnMatching(context, matchingId))) throw new AppError('not_found')
  const found = await context.database
    .select({ message: meetingMessages, from: meetingPeers })
    .from(meetingMessages)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingMessages.fromPeer))
    .where(
      and(
        eq(meetingMessages.matchingId, matchingId),
        gt(meetingMessages.number, after),
        inArray(meetingMessages.kind, ['notes', 'chat', 'file']),
      ),
    )
    .orderBy(asc(meetingMessages.number))
    .limit(mostHeard + 1)
  return { messages: found.slice(0, mostHeard).map(toMessage), more: found.length > mostHeard }
}
