import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { media as contract } from '#kit/files/contract.ts'
import { isFileUsed } from '#kit/files/delete-unused.ts'
import { storeUpload, toPicture, toStoredFile } from '#kit/files/media-library.ts'
import { type FileRow, files } from '#kit/files/table.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { m } from '#messages/messages.js'
import { cropPicture } from './crop-picture.ts'
import { countUses, findFileUses, isUnused } from './find-file-uses.ts'
import { previewReplacement, replaceFile } from './replace-file.ts'

fieldMessages({
  media_same: m.media_field_same,
  media_other_kind: m.media_field_other_kind,
  media_not_used: m.media_field_not_used,
  media_stays: m.media_field_stays,
  media_barred: m.media_field_barred,
  crop_outside: m.media_field_crop_outside,
  crop_small: m.media_field_crop_small,
  crop_whole: m.media_field_crop_whole,
})

const toMedia = (row: FileRow, uses: number) => ({
  ...toRecord(row),
  picture: row.kind === 'picture' ? toPicture(row) : null,
  file: toStoredFile(row),
  uses,
})

/**
 * Deletes the row of an unused file in one statement. A concurrent writer that references the file either comes first,
 * so that the foreign key of `file_uses` refuses the deletion, or waits and is refused. A job deletes the bytes after
 * the commit.
 */
const removeMedium = (context: Context, id: string): Promise<void> =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<{ name: string }>(
      sql`DELETE FROM files WHERE id = ${id}::uuid AND ${isUnused(within)} RETURNING name`,
    )
    const [removed] = rows
    if (!removed) {
      if ((await within.database.$count(files, eq(files.id, id))) === 0) throw new AppError('not_found')
      throw new AppError((await countUses(within, [id])).has(id) ? 'in_use' : 'conflict')
    }
    await within.services.jobs.add(within.database, 'forgetBytes', { id })
    await writeAudit(within, { action: 'remove', entity: 'media', entityId: id, summary: removed.name })
  })

// No `create`: files are created by upload.
const crudContract = { list: contract.list, get: contract.get, update: contract.update }
const { list, get, update } = tableHandlers(crudContract, files, {
  words: [files.name],
  title: (row) => row.name,
  // The center is the default and is stored as null.
  accept: async (body) => (body.focus?.every((part) => part === 50) ? { ...body, focus: null } : body),
  filters: { use: (value, context) => (value === 'unused' ? isUnused(context) : isFileUsed) },
  present: async (rows, context) => {
    const uses = await countUses(
      context,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => toMedia(row, uses.get(row.id) ?? 0))
  },
})

export const mediaHandlers: Handlers<typeof contract> = {
  list,
  get,
  update,
  async remove(context, { params }) {
    await removeMedium(context, params.id)
    return undefined
  },
  async uses(context, input) {
    await get(context, input)
    const { id } = input.params
    const [uses, replacement] = await Promise.all([findFileUses(context, id), previewReplacement(context, id)])
    return { ...uses, replacement }
  },
  async replace(context, { params, body, ...rest }) {
    const records = await replaceFile(context, params.id, body)
    return { ...(await get(context, { ...rest, params: { id: body.file }, body: undefined })), records }
  },
  async crop(context, { params, body }) {
    return { medium: toMedia(await cropPicture(context, params.id, body), 0) }
  },
  async upload(context, { files: [file] }) {
    if (!file) throw new AppError('invalid', { fields: { file: 'required' } })
    return { medium: toMedia(await storeUpload(context, contract.upload.upload, file), 0) }
  },
}
