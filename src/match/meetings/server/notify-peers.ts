import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { peerTimeout } from '../rules.ts'
import { meetingPeers } from '../table.ts'

/** Condition for the peers that are in a room now. */
export const isPresent = (context: Context, matchingId: string) =>
  and(
    eq(meetingPeers.matchingId, matchingId),
    isNull(meetingPeers.leftAt),
    eq(meetingPeers.replaced, false),
    gt(meetingPeers.seenAt, new Date(context.now().getTime() - peerTimeout)),
  )

/**
 * Sends a live event to all accounts in a room except `from`, the peer that caused it; null if the cause is outside the
 * room.
 */
export const notifyPeers = async (within: Context, matchingId: string, from: string | null) => {
  const others = await within.database
    .select({ userId: meetingPeers.userId })
    .from(meetingPeers)
    .where(and(isPresent(within, matchingId), from ? ne(meetingPeers.id, from) : undefined))
  const users = others.flatMap(({ userId }) => userId ?? [])
  if (users.length > 0) await publishEvent(within, { users }, { topic: 'meetings', id: matchingId })
}
