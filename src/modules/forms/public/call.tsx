import { CallRefused } from '#kit/client.ts'
import type { NewRequest, Receipt } from '../contract.ts'

/** What checks and sends, asked for when somebody begins to fill in the form: reading it costs none of it. */
export const exchange = () => import('./exchange.tsx')

/** Milliseconds before each further try while the line is broken or the house is busy; then the sender decides. */
const pauses = [1000, 2000, 4000, 8000]

/** Longest wait that is waited out instead of being told, in seconds. */
const shortWait = 5

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** How long to wait before a try that may go better; null where it would not. */
export const pauseAfter = (error: unknown, tries: number): number | null => {
  if (!(error instanceof CallRefused)) return pauses[tries] ?? null
  if (error.status === 429)
    return tries < pauses.length && error.retryAfter !== undefined && error.retryAfter <= shortWait
      ? error.retryAfter * 1000 + 100
      : null
  return error.status >= 500 ? (pauses[tries] ?? null) : null
}

/** Tries again over a line that breaks; what arrives twice under one key has one effect. */
export const trying = async <T,>(work: () => Promise<T>, onPause: () => void = () => undefined): Promise<T> => {
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

/** `body` is made anew for each try: how long somebody has been here grows meanwhile. */
export const sendRequest = (
  kind: string,
  body: () => NewRequest,
  key: string,
  onPause?: () => void,
): Promise<Receipt> =>
  trying(async () => {
    const { client } = await exchange()
    const options = { headers: { 'idempotency-key': key } }
    return (await client.create({ params: { kind }, body: body() }, options)).receipt
  }, onPause)
