import { CallRefused } from '#kit/client.ts'

const readExchange = () => import('./exchange.tsx')

/** What a receipt looks like: few who read a form come to see it. */
export const readReceived = () => import('./received.tsx')

/**
 * What checks and sends, asked for when somebody begins to fill in the form: reading it costs none of it. Whoever can
 * send has what shows the receipt.
 */
export const exchange = async () => {
  const [tools] = await Promise.all([readExchange(), readReceived()])
  return tools
}

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
