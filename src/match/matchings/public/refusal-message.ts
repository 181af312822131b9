import { CallRefused } from '#kit/client.ts'

/** Returns why a call was refused: the messages of its fields, else the message of the error. */
export const refusalMessage = (error: unknown): string => {
  const fields = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  if (fields.length > 0) return [...new Set(fields)].join(' ')
  return error instanceof Error ? error.message : String(error)
}
