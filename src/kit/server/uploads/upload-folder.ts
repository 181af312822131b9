import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { createTemporaryFolder } from '../../files/temporary-uploads.ts'

/** Temporary folder for the files of one request during the upload. */
export interface UploadFolder {
  folder: string
  /** Aborted if the client disconnects before the body is complete. */
  signal: AbortSignal
  /**
   * Resolves with the result of `work`; throws `broken_upload` as soon as the client disconnects, even if `work` never
   * settles.
   */
  untilAborted<T>(work: Promise<T>): Promise<T>
  /** Removes the folder and its contents. Never throws. */
  close(): Promise<void>
}

/**
 * Opens a temporary folder for an upload. The parser ends its iteration when the request closes, but not if the request
 * closed before the first part was read: waiting for the parser alone would leave the folder forever.
 */
export const openUploadFolder = async (request: FastifyRequest, dataDirectory: string): Promise<UploadFolder> => {
  const { raw } = request
  const aborter = new AbortController()
  const onClose = () => {
    if (!raw.readableEnded) aborter.abort(new AppError('broken_upload'))
  }
  raw.once('close', onClose)
  const folder = await createTemporaryFolder(dataDirectory)
  if (raw.destroyed) onClose()
  const { signal } = aborter
  return {
    folder,
    signal,
    async untilAborted(work) {
      // Catch the loser of the race too: an unhandled rejection would end the process.
      work.catch(() => undefined)
      const aborted = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason)
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      return Promise.race([work, aborted])
    },
    async close() {
      raw.off('close', onClose)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
        request.log.warn({ err: error }, 'a folder of an upload could not be removed'),
      )
    },
  }
}
