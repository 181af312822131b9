import { CallRefused, createClient, newKey } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { issueMessage } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { sendCall } from '#session/send-request.ts'
import { maxRequestFileBytes } from '../../rules.ts'
import { type NewRequest, type PublicKind, type Receipt, submission, type UploadedFile } from '../contract.ts'
import { createAnswersSchema } from '../contract-fields.ts'

/** Client without a session: requests are sent anonymously even by members. */
const client = createClient(submission, (call) =>
  sendCall(call, new Headers({ 'accept-language': languageTag[getLocale()], ...call.options.headers })),
)

/** Delays in ms before each retry while the network fails or the server is busy; after the last, the user decides. */
const retryDelays = [1000, 2000, 4000, 8000]

/** Longest `Retry-After` in seconds that is waited for silently. */
const shortWait = 5

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Returns the delay in ms before a retry; null if a retry cannot succeed. */
const getRetryDelay = (error: unknown, tries: number): number | null => {
  if (!(error instanceof CallRefused)) return retryDelays[tries] ?? null
  if (error.status === 429)
    return tries < retryDelays.length && error.retryAfter !== undefined && error.retryAfter <= shortWait
      ? error.retryAfter * 1000 + 100
      : null
  return error.status >= 500 ? (retryDelays[tries] ?? null) : null
}

/** Retries over network failures; the idempotency key prevents a second effect. */
const retryOnOutage = async <T>(work: () => Promise<T>, onPause: () => void = () => undefined): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const pause = getRetryDelay(error, tries)
      if (pause === null) throw error
      onPause()
      await wait(pause)
    }
  }
}

// The form loads this file when it is filled in, and with it the API client.
export { newKey }

/** Returns the server's field errors for this form; null if there are none. */
const filterShownErrors = (fields: Record<string, string>, kind: PublicKind): Record<string, string> | null => {
  const fieldNames = new Set([...kind.fields.map(({ name }) => name), 'consent'])
  const formErrors = Object.entries(fields).map(([name, text]) => [fieldNames.has(name) ? name : '', text] as const)
  return formErrors.length > 0 ? Object.fromEntries(formErrors) : null
}

/** Returns the errors of a rejected request by field ('' is the whole form), and what to change before a retry. */
export const explainRejection = (error: unknown, kind: PublicKind) => {
  const refusal = error instanceof CallRefused ? error.refusal : undefined
  return {
    errors: filterShownErrors(refusal?.fields ?? {}, kind) ?? { '': refusal ? refusal.message : m.consult_unreached() },
    isKeyUsed: refusal?.code === 'key_reused',
    isTrapped: refusal?.fields?.website !== undefined,
  }
}

/** Uploads a file before its request. `refused` is the message of the server. */
export const uploadFile = async (
  kind: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<{ sent: UploadedFile } | { refused: string }> => {
  if (file.size > maxRequestFileBytes) return { refused: m.consult_file_too_large() }
  try {
    return await retryOnOutage(async () => {
      options.signal.throwIfAborted()
      const form = new FormData()
      form.append('file', file)
      return { sent: (await client.upload({ params: { kind }, form }, options)).file }
    })
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    return {
      refused: error.status === 413 ? m.consult_file_too_large() : (error.refusal.fields?.file ?? error.message),
    }
  }
}

/**
 * Sends a request with retries. `body` is called for each attempt, because `elapsed` grows. `onPause` receives the
 * message shown before a retry.
 */
export const sendRequest = (
  kind: string,
  body: () => NewRequest,
  key: string,
  onPause?: (refusal: string) => void,
): Promise<Receipt> =>
  retryOnOutage(
    async () => {
      const options = { headers: { 'idempotency-key': key } }
      return (await client.create({ params: { kind }, body: body() }, options)).receipt
    },
    () => onPause?.(m.consult_broken()),
  )

/** Validates answers and consent like the server, and that no upload failed. Returns messages by field. */
export const validateAnswers = (
  kind: PublicKind,
  answers: Record<string, string>,
  { hasConsent = true, lostFiles = 0 } = {},
): Record<string, string> => {
  const result = createAnswersSchema(kind.fields).safeParse(answers)
  const errors: Record<string, string> = hasConsent ? {} : { consent: m.field_consent() }
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issueMessage(issue, getLocale())
  }
  if (lostFiles > 0) errors.files = m.consult_files_refused({ count: lostFiles })
  return errors
}
