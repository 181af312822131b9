import { and, eq } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { AppError } from '#kit/errors.ts'
import { privateAddress } from '#kit/files/private-files.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { findOwnMatching } from '#match/matchings/server/find-matchings.ts'
import { requirePeer } from '../../server/access-room.ts'
import { meetingFiles, meetingPeers } from '../../table.ts'

const findFile = async (context: Context, matchingId: string, fileId: string) => {
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
    const { file, sender } = await findFile(within, matchingId, fileId)
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
    const { file } = await findFile(within, matchingId, fileId)
    return { url: privateAddress(within.services, file, 'original') }
  })
