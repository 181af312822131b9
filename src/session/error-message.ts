import { CallRefused } from '#kit/client.ts'
import { m } from '#messages/messages.js'

/** Error messages of Chromium and Firefox, and of Safari, for a script that could not be fetched. */
const scriptFailure = /dynamically imported module|importing a module script failed/i

/**
 * Message of a failed action in the visitor's language. Errors of the browser itself are English and technical, so they
 * are replaced; our own errors carry a message for the visitor.
 */
export const errorMessage = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : new TypeError(String(error))
  if (scriptFailure.test(message)) return m.account_error_network()
  // TypeError, AbortError, ZodError: every class of the browser or of a library ends so, and none of ours does.
  if (message && !/.Error$/.test(name)) return message
  console.error(error)
  return m.account_error_unfinished()
}

/** Message of a refused call: the errors of its fields, which are more precise, or else its general message. */
export const refusalMessage = (error: unknown): string => {
  const fields = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  return [...new Set(fields)].join(' ') || errorMessage(error)
}
