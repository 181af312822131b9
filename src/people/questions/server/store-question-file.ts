import { and, eq, sql } from 'drizzle-orm'
import type { Upload } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { privateAddress, storePrivate } from '#kit/files/private-files.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { maxWaitingFiles } from '../rules.ts'
import { questionEntries, questionFiles } from '../table.ts'

/** Stores a file until its entry is sent. Throws `too_many` if too many files of the account are waiting. */
export const storeQuestionFile = async (context: Context, upload: Upload, uploaded: UploadedFile | undefined) => {
  if (!uploaded) throw new AppError('invalid', { fields: { file: 'required' } })
  const file = await storePrivate(context, upload, uploaded)
  const { userId } = context.principal
  const now = context.now().toISOString()
  const { rowCount } = await context.database.execute(sql`
    INSERT INTO question_files (id, user_id, kind, name, mime, bytes, created_at, updated_at)
    SELECT ${file.id}::uuid, ${userId}::uuid, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}::bigint,
      ${now}::timestamptz, ${now}::timestamptz
    WHERE (SELECT count(*) FROM question_files WHERE user_id = ${userId} AND entry_id IS NULL) < ${maxWaitingFiles}`)
  if (rowCount !== 1) {
    await context.services.files.remove(file.id)
    throw new AppError('too_many', { retryAfter: 3600 })
  }
  const { id, kind, name, bytes } = file
  return { _id: id, kind, name, bytes }
}

/** Returns a URL of a file, valid for five minutes; check permissions first. Throws `not_found`. */
export const createFileUrl = async (context: Context, questionId: string, fileId: string) => {
  const [found] = await context.database
    .select({ file: questionFiles })
    .from(questionFiles)
    .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .where(and(eq(questionFiles.id, fileId), eq(questionEntries.questionId, questionId)))
  if (!found) throw new AppError('not_found')
  return { url: privateAddress(context.services, found.file, 'original') }
}
