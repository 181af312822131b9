import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { detectFileType, maxPixels, readPixelCount } from '#kit/files/media-library.ts'
import { redrawPicture, storePrivate } from '#kit/files/private-files.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import type { MeetingFile } from '../../contract.ts'
import { canContinue, maxMeetingFiles, maxMeetingTotalBytes, opensAt } from '../../rules.ts'
import { auditStaffAction, lockRoom, type RoomAccess } from '../../server/access-room.ts'
import { notifyPeers } from '../../server/notify-peers.ts'
import { meetingMessages, meetingPeers } from '../../table.ts'

/** Returns the peer id of the caller. Throws `conflict` if the caller is not in the room or the room is over. */
const findOwnPeer = async (context: Context, { found, meeting }: RoomAccess): Promise<string> => {
  const [peer] = await context.database
    .select({ id: meetingPeers.id })
    .from(meetingPeers)
    .where(
      and(
        eq(meetingPeers.matchingId, found.matching.id),
        eq(meetingPeers.userId, context.principal.userId),
        eq(meetingPeers.replaced, false),
        isNull(meetingPeers.leftAt),
        gte(meetingPeers.createdAt, opensAt(meeting)),
      ),
    )
  if (!peer) throw new AppError('conflict', { fields: { file: 'meeting_inside' } })
  if (!canContinue(meeting, context.now())) throw new AppError('conflict', { fields: { file: 'meeting_over' } })
  return peer.id
}

/**
 * Returns the file that the account already sent in this room under the id, in this or an earlier visit; null if none.
 * Throws `key_reused` if the id belongs to another kind of message.
 */
const findSentFile = async (
  context: Context,
  matchingId: string,
  said: string | undefined,
): Promise<MeetingFile | null> => {
  if (!said) return null
  const [found] = await context.database
    .select({ data: meetingMessages.data })
    .from(meetingMessages)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingMessages.fromPeer))
    .where(
      and(
        eq(meetingMessages.matchingId, matchingId),
        eq(meetingMessages.saidId, said),
        eq(meetingPeers.userId, context.principal.userId),
      ),
    )
  if (!found) return null
  if (found.data.kind !== 'file') throw new AppError('key_reused')
  return found.data.file
}

/** Re-encodes a picture to strip its metadata (EXIF, GPS); returns other files unchanged. Throws `wrong_kind`. */
const withoutTraces = async (upload: Upload, sent: UploadedFile): Promise<UploadedFile> => {
  const { kind } = await detectFileType(upload, sent)
  if (kind !== 'picture') return sent
  const refuse = (reason: string) => new AppError('wrong_kind', { fields: { [upload.field]: reason } })
  if ((await readPixelCount(sent.path)) > maxPixels) throw refuse('pixels')
  const redrawn = await redrawPicture(sent)
  // Reject a file that claims to be a picture but cannot be decoded.
  if (!redrawn) throw refuse('file_kind')
  return redrawn
}

interface Sending {
  upload: Upload
  sent: UploadedFile | undefined
  /** Idempotency key chosen by the browser: a file sent again under it is stored once. */
  said?: string | undefined
}

/**
 * Stores a file of a peer and announces it in the chat. Under the room lock, one statement checks the limits and
 * inserts the row. No database connection is held while the bytes are processed. Throws `wrong_kind`, or `conflict` if
 * the meeting has reached its file limits.
 */
export const attachFile = async (
  context: Context,
  access: RoomAccess,
  { upload, sent, said }: Sending,
): Promise<MeetingFile> => {
  if (!sent) throw new AppError('invalid', { fields: { file: 'required' } })
  const matchingId = access.found.matching.id
  const before = await findSentFile(context, matchingId, said)
  if (before) return before
  await findOwnPeer(context, access)
  const stored = await storePrivate(context, upload, await withoutTraces(upload, sent))
  const { id, kind, name, mime, bytes } = stored
  const file: MeetingFile = { _id: id, kind, name, bytes }
  const drop = () => context.services.files.remove(id).catch(() => undefined)
  try {
    const first = await context.transaction(async (within) => {
      await lockRoom(within, matchingId)
      // The same file may have been sent twice concurrently.
      const existing = await findSentFile(within, matchingId, said)
      if (existing) return existing
      const fromPeer = await findOwnPeer(within, access)
      const now = within.now()
      const moment = sql`${now.toISOString()}::timestamptz`
      const { rowCount } = await within.database.execute(sql`
        INSERT INTO meeting_files (id, matching_id, from_peer, kind, name, mime, bytes, created_at, updated_at)
        SELECT ${id}::uuid, ${matchingId}::uuid, ${fromPeer}::uuid, ${kind}, ${name}, ${mime}, ${bytes}::bigint, ${moment}, ${moment}
        FROM (SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM meeting_files
          WHERE matching_id = ${matchingId}::uuid) AS kept
        WHERE kept.files < ${maxMeetingFiles}::int AND kept.bytes + ${bytes}::bigint <= ${maxMeetingTotalBytes}::bigint`)
      if (rowCount !== 1) throw new AppError('conflict', { fields: { file: 'meeting_files' } })
      const data = { kind: 'file' as const, file }
      await within.database
        .insert(meetingMessages)
        .values({ matchingId, fromPeer, kind: 'file', data, saidId: said ?? null, createdAt: now })
      await auditStaffAction(within, access, 'attach')
      await notifyPeers(within, matchingId, fromPeer)
      return file
    })
    if (first !== file) await drop()
    return first
  } catch (error) {
    // Otherwise the orphaned bytes would stay a week until the sweep.
    await drop()
    throw error
  }
}
