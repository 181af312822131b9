import { CallRefused } from '#kit/client.ts'

/** Why something was refused, in words: what is wrong with the fields where the answer says it, else the answer itself. */
export const whyOf = (error: unknown): string => {
  const fields = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  if (fields.length > 0) return [...new Set(fields)].join(' ')
  return error instanceof Error ? error.message : String(error)
}
