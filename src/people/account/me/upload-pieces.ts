import { CallRefused } from '#kit/client.ts'
import type { Refusal } from '#kit/contract.ts'
import { languageTag } from '#kit/i18n.ts'
import { getLocale } from '#messages/runtime.js'
import { introductionUploads } from '#people/companies/contract-introductions.ts'
import { refresh } from '#session/session.ts'
import { currentSession, currentTokens } from '#session/tokens.ts'

/** Bytes of one request; what breaks costs no more than this. */
const pieceBytes = 5 * 1024 ** 2

/** Milliseconds between tries of a piece; after the last the upload waits for its sender. */
const pauses = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000]

/** Milliseconds before its end at which a token is renewed. */
const margin = 30_000

interface UploadOptions {
  /** The upload that is gone on with; a new one where none is named. */
  known: string | undefined
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** What the server said of a refusal; undefined where it said nothing that can be shown. */
const refusalIn = (status: number, body: string): CallRefused | undefined => {
  try {
    const refusal = JSON.parse(body) as Refusal
    return typeof refusal.message === 'string' ? new CallRefused(status, refusal) : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends a file in pieces, over lines that break, and answers the id of the upload. The protocol's client is fetched with
 * the first file. Throws `CallRefused`, and an `AbortError` when it was stopped: what came then waits on the server.
 */
export const uploadPieces = async (file: File, { known, onProgress, signal }: UploadOptions): Promise<string> => {
  const { DetailedError, Upload } = await import('tus-js-client')
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: introductionUploads,
      ...(known && { uploadUrl: `${introductionUploads}/${known}` }),
      chunkSize: pieceBytes,
      retryDelays: pauses,
      // The server knows what was begun; nothing of it stays in this browser.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, modified: String(file.lastModified) },
      headers: { 'accept-language': languageTag[getLocale()] },
      async onBeforeRequest(request) {
        if ((currentSession()?.expiresAt ?? 0) < Date.now() + margin) await refresh().catch(() => undefined)
        request.setHeader('authorization', `Bearer ${currentTokens().accessToken}`)
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0
        return status < 400 || status === 409 || status === 423 || status >= 500
      },
      onProgress: (sent, all) => onProgress(all > 0 ? sent / all : 0),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError(error) {
        const response = error instanceof DetailedError ? error.originalResponse : null
        reject((response && refusalIn(response.getStatus(), response.getBody())) ?? error)
      },
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(new DOMException('', 'AbortError'))
    })
    upload.start()
  })
}
