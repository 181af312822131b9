import { CallRefused } from '#kit/client.ts'

/** Why something was refused, in words: what is wrong with a field where the answer says it, else the answer itself. */
export const whyOf = (error: unknown): string => {
  const [first] = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  return first ?? (error instanceof Error ? error.message : String(error))
}
