import { rm } from 'node:fs/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { makeUnfinished } from '../files/unfinished.ts'

/** A folder for the files of one request while they come in. */
export interface Reception {
  folder: string
  /** Aborted when the sender goes before the body is whole. */
  signal: AbortSignal
  /** What `work` answers; throws `broken_upload` as soon as the sender is gone, even where `work` never ends. */
  whole<T>(work: Promise<T>): Promise<T>
  /** Removes the folder and what is in it. Never throws. */
  close(): Promise<void>
}

/**
 * Opens a reception. The parser ends its iteration when the request closes, but not where it closed before the parser
 * was asked for its first part: waited for alone it would keep the folder for good.
 */
export const openReception = async (request: FastifyRequest, dataDirectory: string): Promise<Reception> => {
  const { raw } = request
  const gone = new AbortController()
  const onClose = () => {
    if (!raw.readableEnded) gone.abort(new AppError('broken_upload'))
  }
  raw.once('close', onClose)
  const folder = await makeUnfinished(dataDirectory)
  if (raw.destroyed) onClose()
  const { signal } = gone
  return {
    folder,
    signal,
    async whole(work) {
      // The loser of the race is caught too: an unhandled rejection would end the process.
      work.catch(() => undefined)
      const cut = new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason)
        else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      return Promise.race([work, cut])
    },
    async close() {
      raw.off('close', onClose)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
        request.log.warn({ err: error }, 'a folder of an upload could not be removed'),
      )
    },
  }
}
