import { CallRefused, createClient, newKey } from '#kit/client.ts'
import { languageTag } from '#kit/i18n.ts'
import { issueMessage } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { send } from '#session/send.ts'
import { forms, type NewRequest, type PublicKind, type Receipt, type Uploaded } from '../contract.ts'
import { answersSchema } from '../contract-fields.ts'
import { mostFileBytes } from '../rules.ts'

/** The routes of forms as anybody calls them: who is logged in does not matter. */
const client = createClient(forms, (call) =>
  send(call, new Headers({ 'accept-language': languageTag[getLocale()], ...call.options.headers })),
)

/** Milliseconds before each further try while the network fails or the server is busy; then the sender decides. */
const pauses = [1000, 2000, 4000, 8000]

/** Longest wait that is waited out instead of being told, in seconds. */
const shortWait = 5

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How long to wait before a try that may go better; null where it would not. */
const pauseAfter = (error: unknown, tries: number): number | null => {
  if (!(error instanceof CallRefused)) return pauses[tries] ?? null
  if (error.status === 429)
    return tries < pauses.length && error.retryAfter !== undefined && error.retryAfter <= shortWait
      ? error.retryAfter * 1000 + 100
      : null
  return error.status >= 500 ? (pauses[tries] ?? null) : null
}

/** Tries again over a line that breaks; what arrives twice under one key has one effect. */
const trying = async <T,>(work: () => Promise<T>, onPause: () => void = () => undefined): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      const pause = pauseAfter(error, tries)
      if (pause === null) throw error
      onPause()
      await wait(pause)
    }
  }
}

export { newKey }

/** The server's errors of fields of this form; null where it has none. */
const shown = (fields: Record<string, string>, kind: PublicKind): Record<string, string> | null => {
  const known = new Set([...kind.fields.map(({ name }) => name), 'consent'])
  const own = Object.entries(fields).map(([name, text]) => [known.has(name) ? name : '', text] as const)
  return own.length > 0 ? Object.fromEntries(own) : null
}

/** Why a request was not taken: message by field, '' for the whole; and what the form has to mend before it is sent again. */
export const explain = (error: unknown, kind: PublicKind) => {
  const said = error instanceof CallRefused ? error.refusal : undefined
  return {
    errors: shown(said?.fields ?? {}, kind) ?? { '': said ? said.message : m.consult_unreached() },
    isKeyUsed: said?.code === 'key_reused',
    isTrapped: said?.fields?.website !== undefined,
  }
}

/** Sends a file ahead of its request. `refused` is the reason of the server, in words fit to be shown. */
export const sendFile = async (
  kind: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<{ sent: Uploaded } | { refused: string }> => {
  if (file.size > mostFileBytes) return { refused: m.consult_file_too_large() }
  try {
    return await trying(async () => {
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
 * `body` is made anew for each try: how long somebody has been here grows meanwhile. `onPause` is told, in words fit to be
 * shown, that it is being tried again.
 */
export const sendRequest = (
  kind: string,
  body: () => NewRequest,
  key: string,
  onPause?: (said: string) => void,
): Promise<Receipt> =>
  trying(
    async () => {
      const options = { headers: { 'idempotency-key': key } }
      return (await client.create({ params: { kind }, body: body() }, options)).receipt
    },
    () => onPause?.(m.consult_broken()),
  )

/** Checks answers and consent as the server does, and that no file was lost: message by field. */
export const check = (
  kind: PublicKind,
  answers: Record<string, string>,
  { hasConsent = true, lostFiles = 0 } = {},
): Record<string, string> => {
  const result = answersSchema(kind.fields).safeParse(answers)
  const errors: Record<string, string> = hasConsent ? {} : { consent: m.field_consent() }
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '')
    errors[name] ??= issueMessage(issue, getLocale())
  }
  if (lostFiles > 0) errors.files = m.consult_files_refused({ count: lostFiles })
  return errors
}
