import { CallRefused } from '#kit/client.ts'

/** Message of a refusal: the error of its first field if there is one, else the general message. */
export const refusalMessage = (error: unknown): string => {
  const [first] = error instanceof CallRefused ? Object.values(error.refusal.fields ?? {}) : []
  return first ?? (error instanceof Error ? error.message : String(error))
}
