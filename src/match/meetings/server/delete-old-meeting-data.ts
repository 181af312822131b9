import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { deleteFilesBefore } from '../files/server/delete-meeting-files.ts'
import { meetingGuests, meetingMessages, meetingPeers } from '../table.ts'

const day = 86_400_000

/** Deletes connection signals after one day; messages, files, peers and guest links after 365 days. */
export const sweepMeetings = async (context: Context): Promise<void> => {
  const before = (days: number) => new Date(context.now().getTime() - days * day)
  await context.database
    .delete(meetingMessages)
    .where(and(eq(meetingMessages.kind, 'signal'), lt(meetingMessages.createdAt, before(1))))
  await deleteFilesBefore(context, before(365))
  await context.database.delete(meetingPeers).where(lt(meetingPeers.seenAt, before(365)))
  await context.database.delete(meetingGuests).where(lt(meetingGuests.createdAt, before(365)))
}
