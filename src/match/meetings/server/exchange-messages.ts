import { and, asc, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { MeetingMessage, OutgoingMessage, PresentPeer, WaitingGuest } from '../contract.ts'
import { listWaitingGuests } from '../guests/server/require-admission.ts'
import { peerTimeout } from '../rules.ts'
import { meetingMessages, meetingPeers } from '../table.ts'
import { lockRoom, requirePeer } from './access-room.ts'
import { isPresent, notifyPeers } from './notify-peers.ts'
import { maxMessages, readMessages, toPeer } from './read-messages.ts'

interface Exchange {
  key: string
  after: number
  send: readonly OutgoingMessage[]
  caret?: string | null | undefined
  leaving: boolean
}

interface ExchangeResult {
  peers: PresentPeer[]
  messages: MeetingMessage[]
  /** Guests waiting to be admitted; empty for guests. */
  knocks: WaitingGuest[]
}

/** Sends and receives messages. Signals to a peer outside the room are dropped: its browser may just have closed. */
export const exchangeMessages = (context: Context, { key, after, send, caret, leaving }: Exchange) =>
  context.transaction(async (within): Promise<ExchangeResult> => {
    const peer = await requirePeer(within, key)
    const now = within.now()
    const { matchingId } = peer
    if (send.length > 0) await lockRoom(within, matchingId)
    const wasPresent = peer.leftAt === null && peer.seenAt.getTime() > now.getTime() - peerTimeout
    const newCaret = leaving ? null : caret === undefined ? peer.caret : caret
    const renewed = await within.database
      .update(meetingPeers)
      .set({ seenAt: now, leftAt: leaving ? now : null, caret: newCaret, updatedAt: now })
      .where(and(eq(meetingPeers.id, peer.id), eq(meetingPeers.replaced, false)))
      .returning({ id: meetingPeers.id })
    if (renewed.length === 0) throw new AppError('conflict', { fields: { meeting: 'meeting_replaced' } })
    const peers = await within.database
      .select()
      .from(meetingPeers)
      .where(isPresent(within, matchingId))
      .orderBy(asc(meetingPeers.createdAt), asc(meetingPeers.id))
    const present = new Set(peers.map(({ id }) => id))
    const accepted = send.filter((message) => message.kind !== 'signal' || present.has(message.to))
    if (accepted.length > 0)
      await within.database
        .insert(meetingMessages)
        .values(
          accepted.map(({ id, ...data }) => ({
            matchingId,
            fromPeer: peer.id,
            toPeer: data.kind === 'signal' ? data.to : null,
            kind: data.kind,
            data,
            saidId: id ?? null,
            createdAt: now,
          })),
        )
        .onConflictDoNothing({ target: [meetingMessages.fromPeer, meetingMessages.saidId] })
    if (accepted.length > 0 || leaving || !wasPresent || newCaret !== peer.caret)
      await notifyPeers(within, matchingId, peer.id)
    if (leaving) return { peers: [], messages: [], knocks: [] }
    const where = and(
      or(ne(meetingMessages.fromPeer, peer.id), inArray(meetingMessages.kind, ['chat', 'file'])),
      or(isNull(meetingMessages.toPeer), eq(meetingMessages.toPeer, peer.id)),
    )
    return {
      peers: peers.map((row) => ({ ...toPeer(row), caret: row.caret })),
      messages: await readMessages(within, matchingId, { after, where, limit: maxMessages }),
      knocks: peer.role === 'guest' ? [] : await listWaitingGuests(within, matchingId),
    }
  })
