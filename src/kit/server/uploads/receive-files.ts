import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import { privateFile } from '../../process/private-folder.ts'
import { composeText } from '../../text/compose-text.ts'
import type { UploadedFile } from '../context.ts'
import type { UploadFolder } from './upload-folder.ts'

/** Errors of the multipart parser have no code: missing boundary, truncated body, unterminated headers. */
const toRefusal = (error: unknown): unknown =>
  error instanceof AppError || (error as { code?: string }).code ? error : new AppError('broken_upload')

/**
 * Receives the files of a multipart request into a temporary folder, which the caller removes. Throws `wrong_kind` for
 * another content type, `broken_upload`, `invalid` for an undeclared part or a missing file, `too_large` and
 * `too_many_files`.
 */
export const receiveFiles = async (
  request: FastifyRequest,
  upload: Upload,
  { folder, signal }: Pick<UploadFolder, 'folder' | 'signal'>,
): Promise<UploadedFile[]> => {
  if (!request.isMultipart()) throw new AppError('wrong_kind')
  const { field, maxBytes, maxFiles } = upload
  const files: UploadedFile[] = []
  try {
    const parts = request.parts({
      limits: { fileSize: maxBytes, files: maxFiles, fields: 1, parts: maxFiles + 1, headerPairs: 20 },
    })
    for await (const part of parts) {
      if (part.type !== 'file' || part.fieldname !== field)
        throw new AppError('invalid', { fields: { [String(part.fieldname)]: 'unknown_part' } })
      const path = join(folder, String(files.length))
      await pipeline(part.file, createWriteStream(path, { mode: privateFile }), { signal })
      if (part.file.truncated) throw new AppError('too_large', { fields: { [field]: 'file_size' } })
      files.push({ name: composeText(part.filename ?? ''), path, bytes: part.file.bytesRead })
    }
  } catch (error) {
    throw toRefusal(error)
  }
  if (files.length === 0) throw new AppError('invalid', { fields: { [field]: 'required' } })
  return files
}
