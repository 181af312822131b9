import { eq } from 'drizzle-orm'
import { writeAudit } from '../audit/write-audit.ts'
import type { Upload } from '../contract.ts'
import { AppError } from '../errors.ts'
import type { Context, UploadedFile } from '../server/context.ts'
import { changeRows, entityOfPath, type RecordTable } from '../server/records/records.ts'
import { storeUpload } from './media-library.ts'

/**
 * Handles `POST …/{id}/thumb` and similar routes: stores the single uploaded picture and sets the record's column, in
 * one statement that requires the record to exist. Returns the record like `get`.
 */
export const replacePicture = async <I extends { params: { id: string }; files: UploadedFile[] }, A>(
  context: Context,
  input: I,
  route: { path: string; upload: Upload },
  table: RecordTable,
  column: string,
  get: (context: Context, input: never) => Promise<A>,
): Promise<A> => {
  const [file] = input.files
  if (!file) throw new AppError('invalid', { fields: { [route.upload.field]: 'required' } })
  // Check that the record exists before storing the picture.
  await get(context, input as never)
  const picture = await storeUpload(context, route.upload, file)
  await context.transaction(async (transactionContext) => {
    const changed = await changeRows(transactionContext, table, { [column]: picture.id } as never)
      .where(eq(table.id, input.params.id))
      .returning({ id: table.id })
    if (changed.length === 0) throw new AppError('not_found')
    await writeAudit(transactionContext, {
      action: 'update',
      entity: entityOfPath(route.path),
      entityId: input.params.id,
      summary: picture.name,
      after: { [column]: picture.id },
    })
  })
  return get(context, input as never)
}
