import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import { privateFile } from '../../process/private-folder.ts'
import { composeText } from '../../text/compose-text.ts'
import type { Scope, Services, UploadedFile } from '../context.ts'
import { renderError } from '../http/render-error.ts'
import { type Admission, admitUpload, loadOf } from './admit-upload.ts'
import { openUploadFolder } from './upload-folder.ts'

/** Page whose form may include files, for browsers without script. */
export interface PageUploads {
  services: Services
  /** Path without the language. */
  path: string
  upload: Upload
  /** Stores a file and returns the value that replaces it in the form. Throws `AppError`. */
  take(file: UploadedFile, scope: Scope): Promise<string>
}

/** Maximum bytes per field, and maximum number of fields. */
const mostFieldBytes = 64 * 1024
const mostFields = 60

/**
 * Parses a multipart form into plain fields. Each file is stored as it arrives and becomes a field `uploaded`, or
 * `refused` with its name and the reason. Throws `broken_upload` and `too_large`.
 */
export const receiveForm = async (
  request: FastifyRequest,
  { services, upload, take }: PageUploads,
  scope: Scope,
): Promise<URLSearchParams> => {
  const form = new URLSearchParams()
  const reception = await openUploadFolder(request, services.settings.dataDirectory)
  const { folder, signal } = reception
  const received: UploadedFile[] = []
  let admission: Admission | undefined
  /** Admits the files of this form, once; returns the reason if they are refused. */
  const admit = async (): Promise<string | null> => {
    try {
      admission ??= await admitUpload(services, request, upload, scope.address)
      return null
    } catch (error) {
      const { body, unexpected } = renderError(error, scope.locale, scope.requestId)
      if (unexpected) throw error
      return body.message
    }
  }
  const keep = async (file: UploadedFile, isWhole: boolean) => {
    try {
      if (!isWhole) throw new AppError('too_large', { fields: { [upload.field]: 'file_size' } })
      form.append('uploaded', await take(file, scope))
      received.push(file)
    } catch (error) {
      const { body, unexpected } = renderError(error, scope.locale, scope.requestId)
      if (unexpected) throw error
      form.append('refused', `${file.name}: ${body.fields?.[upload.field] ?? body.message}`)
    }
  }
  const read = async () => {
    const limits = {
      fileSize: upload.maxBytes,
      files: upload.maxFiles,
      fields: mostFields,
      fieldSize: mostFieldBytes,
      parts: mostFields + upload.maxFiles,
      headerPairs: 20,
    }
    let count = 0
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        form.append(part.fieldname, typeof part.value === 'string' ? composeText(part.value) : '')
        continue
      }
      const name = composeText(part.filename ?? '')
      // A form without a file does not use the sender's upload allowance.
      const refusal = part.filename ? await admit() : null
      if (refusal !== null) {
        part.file.resume()
        form.append('refused', `${name}: ${refusal}`)
        continue
      }
      const path = join(folder, String(count++))
      await pipeline(part.file, createWriteStream(path, { mode: privateFile }), { signal })
      // File input without a selected file.
      if (!part.filename && part.file.bytesRead === 0) continue
      await keep({ name, path, bytes: part.file.bytesRead }, !part.file.truncated)
    }
    return form
  }
  try {
    return await reception.untilAborted(read())
  } catch (error) {
    throw error instanceof AppError || (error as { code?: string }).code ? error : new AppError('broken_upload')
  } finally {
    await reception.close()
    await admission?.release(loadOf(received))
  }
}
