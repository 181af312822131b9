import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { maxPixels, readPixelCount } from '#kit/files/media-library.ts'
import { detectPrivateType, privateAddress, redrawPicture, storePrivate } from '#kit/files/private-files.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { findOwnMatching } from '#match/matchings/server/find-matchings.ts'
import type { MeetingFile } from '../../contract.ts'
import { canContinue, maxMeetingFiles, maxMeetingTotalBytes, opensAt } from '../../rules.ts'
import { auditStaffAction, lockRoom, notifyPeers, type RoomAccess, requirePeer } from '../../server/access-room.ts'
import { meetingFiles, meetingMessages, meetingPeers } from '../../table.ts'

/** Returns the peer id of the caller. Throws `conflict` if the caller is not in the room or the room is over. */
const ownStay = async (context: Context, { found, meeting }: RoomAccess): Promise<string> => {
  const [stay] = await context.database
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
  if (!stay) throw new AppError('conflict', { fields: { file: 'meeting_inside' } })
  if (!canContinue(meeting, context.now())) throw new AppError('conflict', { fields: { file: 'meeting_over' } })
  return stay.id
}

/**
 * Returns the file that the account already sent in this room under the id, in this or an earlier visit; null if none.
 * Throws `key_reused` if the id belongs to another kind of message.
 */
const sentAs = async (context: Context, matchingId: string, said: string | undefined): Promise<MeetingFile | null> => {
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

/** Accepted picture types: each can be re-encoded in its own format. */
const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** Re-encodes a picture to strip its metadata (EXIF, GPS); returns other files unchanged. Throws `wrong_kind`. */
const withoutTraces = async (upload: Upload, sent: UploadedFile): Promise<UploadedFile> => {
  const { kind, mime } = await detectPrivateType(upload, sent)
  if (kind !== 'picture') return sent
  const refuse = (reason: string) => new AppError('wrong_kind', { fields: { [upload.field]: reason } })
  if (!pictures.includes(mime)) throw refuse('file_kind')
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
  const before = await sentAs(context, matchingId, said)
  if (before) return before
  await ownStay(context, access)
  const stored = await storePrivate(context, upload, await withoutTraces(upload, sent))
  const { id, kind, name, mime, bytes } = stored
  const file: MeetingFile = { _id: id, kind, name, bytes }
  const drop = () => context.services.files.remove(id).catch(() => undefined)
  try {
    const first = await context.transaction(async (within) => {
      await lockRoom(within, matchingId)
      // The same file may have been sent twice concurrently.
      const known = await sentAs(within, matchingId, said)
      if (known) return known
      const fromPeer = await ownStay(within, access)
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

const fileOf = async (context: Context, matchingId: string, fileId: string) => {
  const [found] = await context.database
    .select({ file: meetingFiles, sender: meetingPeers.userId })
    .from(meetingFiles)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingFiles.fromPeer))
    .where(and(eq(meetingFiles.id, fileId), eq(meetingFiles.matchingId, matchingId)))
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Returns a download URL for the two companies of the meeting, and for staff who may read matchings; staff access is
 * logged.
 */
export const getFileUrl = (context: Context, matchingId: string, fileId: string): Promise<{ url: string }> =>
  context.transaction(async (within) => {
    const isParty = (await findOwnMatching(within, matchingId)) !== null
    if (!isParty && !mayRead(within.principal.scopes, 'console:fairs')) throw new AppError('not_found')
    const { file, sender } = await fileOf(within, matchingId, fileId)
    if (!isParty)
      await recordPersonalAccess(within, {
        act: 'download',
        entity: 'matchings',
        entityId: matchingId,
        of: sender,
        fields: [file.id],
      })
    return { url: privateAddress(within.services, file, 'original') }
  })

/** Returns a download URL for a peer in the room. */
export const getFileUrlInRoom = (context: Context, key: string, fileId: string): Promise<{ url: string }> =>
  context.transaction(async (within) => {
    const { matchingId } = await requirePeer(within, key)
    const { file } = await fileOf(within, matchingId, fileId)
    return { url: privateAddress(within.services, file, 'original') }
  })

/** Returns which of these private files belong to a meeting. */
export const knownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: meetingFiles.id })
    .from(meetingFiles)
    .where(inArray(meetingFiles.id, [...ids]))
  return rows.map(({ id }) => id)
}

/**
 * Deletes the bytes of files whose sender was last seen before a time. The rows are deleted with the peer afterwards,
 * so a crash in between leaves rows that the next run finds again.
 */
export const deleteFilesBefore = async (context: Context, before: Date): Promise<void> => {
  const over = await context.database
    .select({ id: meetingFiles.id })
    .from(meetingFiles)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingFiles.fromPeer))
    .where(lt(meetingPeers.seenAt, before))
  for (const { id } of over) await context.services.files.remove(id)
}

/**
 * Personal data: rows are deleted with their matchings; `forget` names all files sent in those rooms, so that the bytes
 * are deleted too.
 */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    const { rows } = await context.database.execute<{ id: string }>(sql`
      SELECT file.id FROM meeting_files AS file
      JOIN matchings ON matchings.id = file.matching_id
      JOIN match_profiles AS profile ON profile.id IN (matchings.seller_id, matchings.buyer_id)
      WHERE profile.user_id = ${userId}::uuid`)
    return [...new Set(rows.map(({ id }) => id))]
  },
  async files(context, { userId }) {
    const rows = await context.database
      .select({ id: meetingFiles.id, name: meetingFiles.name })
      .from(meetingFiles)
      .innerJoin(meetingPeers, eq(meetingPeers.id, meetingFiles.fromPeer))
      .where(eq(meetingPeers.userId, userId))
    return rows.map(({ id, name }) => ({ id, name: `meetings/${name}` }))
  },
}
