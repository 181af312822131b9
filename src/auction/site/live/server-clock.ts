/** Server clock measured from an answer: offset to the browser's monotonic clock. */
interface Reading {
  /** Server time minus `performance.now()` in ms, which is independent of changes to the system clock. */
  offset: number
  /** Maximum error in ms: half the round-trip time. */
  error: number
  takenAt: number
}

/** Milliseconds for which a more precise reading is preferred to newer ones: clocks drift. */
const precisionPeriod = 5 * 60_000

let reading: Reading | undefined

/**
 * Records the server time of an answer; `sentAt` and `receivedAt` are the times of request and answer by `performance.now()`.
 */
export const recordServerTime = (now: string, sentAt: number, receivedAt: number): void => {
  const error = (receivedAt - sentAt) / 2
  if (reading && receivedAt - reading.takenAt < precisionPeriod && reading.error <= error) return
  reading = { offset: new Date(now).getTime() - (sentAt + receivedAt) / 2, error, takenAt: receivedAt }
}

/** Lets the next answer replace the reading: `performance.now()` may have paused during sleep. */
export const invalidateClock = (): void => {
  if (reading) reading = { ...reading, takenAt: Number.NEGATIVE_INFINITY }
}

/** Server time in epoch ms; undefined before the first answer. */
export const serverNow = (): number | undefined => reading && performance.now() + reading.offset

/** Clock error in seconds, rounded up to a tenth. */
export const clockErrorSeconds = (): number => Math.ceil((reading?.error ?? 0) / 100) / 10
