import { and, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { notePersonalAccess } from '#kit/audit/personal-access.ts'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { mostPixels, pixelsOf } from '#kit/files/media-library.ts'
import { privateAddress, redrawPicture, storePrivate, tellPrivateKind } from '#kit/files/private-files.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { findMatching } from '#match/matchings/service.ts'
import type { MeetingFile } from './contract.ts'
import { isLasting, mostFiles, mostFilesBytes, opensAt } from './rules.ts'
import { type Access, lockRoom, staffDoes, staying, tell } from './service.ts'
import { meetingFiles, meetingMessages, meetingPeers } from './table.ts'

/** The stay of the account that asks. Throws `conflict` for who is not in the room, and where it is over. */
const ownStay = async (context: Context, { found, meeting }: Access): Promise<string> => {
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
  if (!isLasting(meeting, context.now())) throw new AppError('conflict', { fields: { file: 'meeting_over' } })
  return stay.id
}

/** What the account sent in this room under an id of its browser, in this stay or an earlier one; null where nothing. */
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

/** Pictures that are taken: each can be drawn anew in its own format. */
const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** A picture without what the camera wrote into it, other files as they were sent. Throws `wrong_kind`. */
const withoutTraces = async (upload: Upload, sent: UploadedFile): Promise<UploadedFile> => {
  const { kind, mime } = await tellPrivateKind(upload, sent)
  if (kind !== 'picture') return sent
  const refuse = (reason: string) => new AppError('wrong_kind', { fields: { [upload.field]: reason } })
  if (!pictures.includes(mime)) throw refuse('file_kind')
  if ((await pixelsOf(sent.path)) > mostPixels) throw refuse('pixels')
  const redrawn = await redrawPicture(sent)
  // What calls itself a picture and cannot be shown is none.
  if (!redrawn) throw refuse('file_kind')
  return redrawn
}

interface Sending {
  upload: Upload
  sent: UploadedFile | undefined
  /** What the sender's browser calls it: sent again under it, the file is there once. */
  said?: string | undefined
}

/**
 * Keeps a file of who is in the room, and says it there: one statement takes its place among the meeting's files, under
 * the lock of the room. No connection is held while its bytes are worked on. Throws `wrong_kind`, and `conflict` where
 * the meeting has as many, or as much, as it may.
 */
export const attachFile = async (
  context: Context,
  access: Access,
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
      // The same file may have come twice at once.
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
        WHERE kept.files < ${mostFiles}::int AND kept.bytes + ${bytes}::bigint <= ${mostFilesBytes}::bigint`)
      if (rowCount !== 1) throw new AppError('conflict', { fields: { file: 'meeting_files' } })
      const data = { kind: 'file' as const, file }
      await within.database
        .insert(meetingMessages)
        .values({ matchingId, fromPeer, kind: 'file', data, saidId: said ?? null, createdAt: now })
      await staffDoes(within, access, 'attach')
      await tell(within, matchingId, fromPeer)
      return file
    })
    if (first !== file) await drop()
    return first
  } catch (error) {
    // Bytes without a record would wait a week for the sweep.
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

/** An address of a file for the two companies of its meeting, and for staff who see matchings, which is noted. */
export const addressOfFile = (context: Context, matchingId: string, fileId: string): Promise<{ url: string }> =>
  context.transaction(async (within) => {
    const isParty = (await findMatching(within, matchingId, true)) !== null
    if (!isParty && !mayRead(within.principal.scopes, 'console:fairs')) throw new AppError('not_found')
    const { file, sender } = await fileOf(within, matchingId, fileId)
    if (!isParty)
      await notePersonalAccess(within, {
        act: 'download',
        entity: 'matchings',
        entityId: matchingId,
        of: sender,
        fields: [file.id],
      })
    return { url: privateAddress(within.services, file, 'original') }
  })

/** The same for who is in the room. */
export const addressInside = (context: Context, key: string, fileId: string): Promise<{ url: string }> =>
  context.transaction(async (within) => {
    const { matchingId } = await staying(within, key)
    const { file } = await fileOf(within, matchingId, fileId)
    return { url: privateAddress(within.services, file, 'original') }
  })

/** Which of these private files were sent in a room. */
export const knownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: meetingFiles.id })
    .from(meetingFiles)
    .where(inArray(meetingFiles.id, [...ids]))
  return rows.map(({ id }) => id)
}

/**
 * Removes the bytes of files whose sender was last seen before a moment. Their rows go with the stay: a crash between
 * the two leaves rows, which are found again.
 */
export const removeFilesBefore = async (context: Context, before: Date): Promise<void> => {
  const over = await context.database
    .select({ id: meetingFiles.id })
    .from(meetingFiles)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingFiles.fromPeer))
    .where(lt(meetingPeers.seenAt, before))
  for (const { id } of over) await context.services.files.remove(id)
}

/** Rows of the rooms go with their matchings; the bytes of all files that were sent there go with them. */
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
