import { CallRefused } from '#kit/client.ts'
import type { Refusal } from '#kit/contract.ts'
import { languageTag } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { introductionUploadPath } from '#people/companies/contract-introductions.ts'
import { refresh } from '#session/session.ts'
import { currentSession, currentTokens } from '#session/session-tokens.ts'

/** Bytes per request; a broken connection loses at most this much. */
const pieceBytes = 5 * 1024 ** 2

/** Delays in ms between attempts of a chunk; after the last the user must resume the upload. */
const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000]

/** Renew the token this many ms before it expires. */
const timeoutMargin = 30_000

interface UploadOptions {
  /** Id of the upload to resume; undefined starts a new one. */
  unfinishedId: string | undefined
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Parses the server's refusal; undefined if the body holds none that can be shown. */
const parseRefusal = (status: number, body: string): CallRefused | undefined => {
  try {
    const refusal = JSON.parse(body) as Refusal
    return typeof refusal.message === 'string' ? new CallRefused(status, refusal) : undefined
  } catch {
    return undefined
  }
}

/**
 * Uploads a file in chunks, resuming after broken connections; returns the id of the upload. Loads the protocol client
 * on the first file. Throws `CallRefused`, or an `AbortError` if it was stopped; the chunks sent so far stay on the
 * server.
 */
export const uploadInChunks = async (
  file: File,
  { unfinishedId, onProgress, signal }: UploadOptions,
): Promise<string> => {
  const { DetailedError, Upload } = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: introductionUploadPath,
      ...(unfinishedId && { uploadUrl: `${introductionUploadPath}/${unfinishedId}` }),
      chunkSize: pieceBytes,
      retryDelays,
      // The server lists unfinished uploads; nothing is stored in this browser.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, modified: String(file.lastModified) },
      headers: { 'accept-language': languageTag[getLocale()] },
      async onBeforeRequest(request) {
        if ((currentSession()?.expiresAt ?? 0) < Date.now() + timeoutMargin) await refresh().catch(() => undefined)
        request.setHeader('authorization', `Bearer ${currentTokens().accessToken}`)
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0
        return status < 400 || status === 409 || status === 423 || status >= 500
      },
      onProgress: (sentBytes, allBytes) => onProgress(allBytes > 0 ? sentBytes / allBytes : 0),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null
        reject((response && parseRefusal(response.getStatus(), response.getBody())) ?? error)
      },
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new DOMException('', 'AbortError'))
    })
    upload.start()
  })
}
