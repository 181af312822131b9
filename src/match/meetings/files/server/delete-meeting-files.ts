import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { meetingFiles, meetingPeers } from '../../table.ts'

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
  const expired = await context.database
    .select({ id: meetingFiles.id })
    .from(meetingFiles)
    .innerJoin(meetingPeers, eq(meetingPeers.id, meetingFiles.fromPeer))
    .where(lt(meetingPeers.seenAt, before))
  for (const { id } of expired) await context.services.files.remove(id)
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
