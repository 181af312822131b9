import { isUnreachable } from './db/pool.ts'
import type { Context } from './server/context.ts'

/** Removes what is over; safe to run in any number of processes at once. */
type Forget = (context: Context) => Promise<unknown>

/** Milliseconds after the start until the first look, and between two: also a house that is started daily forgets. */
const first = 60_000
const pause = 3_600_000

/** Removes what is over, soon after the start and once an hour until it is closed; one that fails leaves the others. */
export const startRetention = (context: () => Context, all: readonly Forget[]): { close(): void } => {
  const look = async () => {
    for (const forget of all) {
      const own = context()
      try {
        await forget(own)
      } catch (error) {
        if (!isUnreachable(error)) own.services.log.error({ err: error }, 'what is over could not be removed')
      }
    }
  }
  const timers = [setTimeout(look, first).unref(), setInterval(look, pause).unref()]
  return { close: () => timers.forEach(clearTimeout) }
}
