import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { findMatching } from '#match/matchings/server/find-matchings.ts'
import type { MatchingRow } from '#match/matchings/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { matchProfiles } from '#match/participants/table.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import { meetings } from './contract.ts'
import { files } from './files/contract.ts'
import { guests } from './guests/contract.ts'
import { inviteGuest } from './guests/server/manage-guest-links.ts'
import { media } from './media/contract.ts'
import { getGuestAccess, getRoomAccess } from './server/access-room.ts'
import { buildPeerName, enterRoom } from './server/enter-room.ts'
import { meetingFiles, meetingGuests } from './table.ts'

/** All routes of meetings, for test clients. */
export const meetingRoutes = { ...meetings, ...guests, ...files, ...media }

interface Pair {
  /** Account ids; created when omitted. */
  seller?: string
  buyer?: string
  /** Minutes until the meeting starts. */
  inMinutes?: number
}

const minute = 60_000

/** Creates a confirmed online meeting with its fair, profiles and slot. */
export const buildMeeting = async (
  context: Context,
  { seller, buyer, inMinutes = 5 }: Pair = {},
): Promise<MatchingRow> => {
  const begin = new Date(context.now().getTime() + inMinutes * minute)
  const end = new Date(begin.getTime() + 30 * minute)
  const session = { startAt: begin.toISOString(), endAt: end.toISOString() }
  const fair = await buildFair(context, {
    startsAt: session.startAt,
    endsAt: session.endAt,
    sessions: [session],
    slotMinutes: 30,
    rooms: 5,
  })
  const profileOf = async (role: 'seller' | 'buyer', userId: string | undefined) => {
    if (!userId) return buildProfile(context, { role })
    const isOwn = and(eq(matchProfiles.userId, userId), eq(matchProfiles.role, role))
    const [existing] = await context.database.select().from(matchProfiles).where(isOwn)
    if (existing) return existing
    const company = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
    return buildProfile(context, { role, userId, companyId: company.id })
  }
  const [sellerProfile, buyerProfile] = [await profileOf('seller', seller), await profileOf('buyer', buyer)]
  const [slot] = await listOpenSlots(context, fair.id)
  if (!slot) throw new Error('The fair has no slot')
  for (const { id } of [sellerProfile, buyerProfile])
    await buildParticipation(context, { fairId: fair.id, profileId: id })
  await buildTimes(context, { fairId: fair.id, buyerId: buyerProfile.id })
  return buildMatching(context, {
    fairId: fair.id,
    sellerId: sellerProfile.id,
    buyerId: buyerProfile.id,
    state: 'confirmed',
    way: 'online',
    slotId: slot.id,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    place: 1,
  })
}

let count = 0
/**
 * Each sample gets a meeting in its own hour with a new counterpart, because meetings of one account must not overlap.
 */
const ownMeeting = async (context: Context) => {
  count += 1
  return {
    params: { id: (await buildMeeting(context, { buyer: context.principal.userId, inMinutes: 60 * count })).id },
  }
}

/** Creates a guest link as the seller and returns its token. */
const token = async (context: Context) => {
  const { id } = await buildMeeting(context)
  const found = await findMatching(context, id)
  if (!found?.matching.startsAt || !found.matching.endsAt) throw new Error('There is no meeting')
  const { startsAt, endsAt } = found.matching
  return (await inviteGuest(context, { found, meeting: { startsAt, endsAt }, role: 'seller' }, '통역 한결')).token
}

/** Admits a guest directly in the database, without a peer that answers. */
export const admitGuest = async (context: Context, link: string): Promise<void> => {
  const { guestId = '' } = await getGuestAccess(context, link)
  await context.database
    .update(meetingGuests)
    .set({ knock: 'admitted', knockedAt: context.now() })
    .where(eq(meetingGuests.id, guestId))
}

/** Returns the peer key of a guest who has entered a room. */
const enterAsGuest = async (context: Context) => {
  const link = await token(context)
  await admitGuest(context, link)
  const { name, ...access } = await getGuestAccess(context, link)
  return (await enterRoom(context, access, { userId: null, name })).key
}

/** One open meeting per account: a second one would overlap. */
const openMeetings = new Map<string, string>()
const openMeeting = async (context: Context): Promise<string> => {
  const { userId } = context.principal
  const existing = openMeetings.get(userId)
  if (existing && (await findMatching(context, existing))) return existing
  const { id } = await buildMeeting(context, { buyer: userId })
  openMeetings.set(userId, id)
  return id
}

/** Enters the room of the caller's own meeting. */
const ownRoom = async (context: Context) => {
  const id = await openMeeting(context)
  const access = await getRoomAccess(context, id)
  const entered = await enterRoom(context, access, {
    userId: context.principal.userId,
    name: buildPeerName(context, access),
  })
  return { id, entered }
}

/** Inserts the row of a file sent in a room, without bytes, and returns its id. */
export const buildMeetingFile = async (
  context: Context,
  { matchingId, fromPeer, bytes = 1000 }: { matchingId: string; fromPeer: string; bytes?: number },
): Promise<string> => {
  const id = context.newId()
  const moments = { createdAt: context.now(), updatedAt: context.now() }
  const file = { id, matchingId, fromPeer, kind: 'document' as const, name: '견적.pdf', mime: 'application/pdf', bytes }
  await context.database.insert(meetingFiles).values({ ...file, ...moments })
  return id
}

export const samples: Samples<typeof meetingRoutes> = {
  look: ownMeeting,
  record: ownMeeting,
  enter: async (context) => ({ params: { id: await openMeeting(context) } }),
  invite: async (context) => ({ ...(await ownMeeting(context)), body: { name: '통역 한결' } }),
  guests: ownMeeting,
  withdraw: async (context) => {
    const { params } = await ownMeeting(context)
    const guest = await inviteGuest(context, await getRoomAccess(context, params.id), '통역 한결')
    return { params: { ...params, guest: guest._id } }
  },
  lookAsGuest: async (context) => ({ body: { token: await token(context) } }),
  attach: async (context) => ({
    params: { id: (await ownRoom(context)).id },
    query: { said: context.newId().replaceAll('-', '') },
  }),
  openFile: async (context) => {
    const { id, entered } = await ownRoom(context)
    return { params: { id, file: await buildMeetingFile(context, { matchingId: id, fromPeer: entered.peer._id }) } }
  },
  openFileInside: async (context) => {
    const { id, entered } = await ownRoom(context)
    const file = await buildMeetingFile(context, { matchingId: id, fromPeer: entered.peer._id })
    return { body: { key: entered.key, file } }
  },
  enterAsGuest: async (context) => {
    const link = await token(context)
    await admitGuest(context, link)
    return { body: { token: link } }
  },
  knock: async (context) => ({ body: { token: await token(context) } }),
  answerKnock: async (context) => {
    const { id, entered } = await ownRoom(context)
    const guest = await inviteGuest(context, await getRoomAccess(context, id), '통역 한결')
    const waiting = { knock: 'waiting' as const, knockedAt: context.now() }
    await context.database.update(meetingGuests).set(waiting).where(eq(meetingGuests.id, guest._id))
    return { body: { key: entered.key, guest: guest._id, admit: true, seen: 'waiting' } }
  },
  connect: async (context) => ({ body: { key: await enterAsGuest(context) } }),
  exchange: async (context) => ({
    body: { key: await enterAsGuest(context), after: 0, send: [{ kind: 'chat', text: '안녕하세요' }] },
  }),
}
