import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { findOwnMatching } from '#match/matchings/server/find-matchings.ts'
import type { MeetingMessage, Peer } from '../contract.ts'
import { meetingMessages, meetingPeers, type PeerRow } from '../table.ts'

/** Maximum messages in one response. */
export const maxMessages = 500

export const toPeer = ({ id, role, name }: Pick<PeerRow, 'id' | 'role' | 'name'>): Peer => ({ _id: id, role, name })

/** Returns messages of a room after a number, in order. */
export const readMessages = async (
  context: Context,
  matchingId: string,
  { after, where, limit }: { after: number; where: SQL | undefined; limit: number },
): Promise<MeetingMessage[]> => {
  const rows = await context.database
    .select({ message: meetingMessages, from: meetingPeers })
    .from(meetingMessages)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingMessages.fromPeer))
    .where(and(eq(meetingMessages.matchingId, matchingId), gt(meetingMessages.number, after), where))
    .orderBy(asc(meetingMessages.number))
    .limit(limit)
  return rows.map(({ message, from }) => ({
    number: message.number,
    from: toPeer(from),
    createdAt: message.createdAt.toISOString(),
    said: message.data,
  }))
}

/** Returns notes, chat and files of the caller's own matching, after a message number. */
export const readRecord = async (context: Context, matchingId: string, after: number) => {
  if (!(await findOwnMatching(context, matchingId))) throw new AppError('not_found')
  const where = inArray(meetingMessages.kind, ['notes', 'chat', 'file'])
  const messages = await readMessages(context, matchingId, { after, where, limit: maxMessages + 1 })
  return { messages: messages.slice(0, maxMessages), more: messages.length > maxMessages }
}
