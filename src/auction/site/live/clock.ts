/** The server's clock, as answers of the server tell it: epoch milliseconds at the browser's own running time. */
interface Reading {
  /** Server's time less `performance.now()`, which no change of this machine's clock moves. */
  offset: number
  /** Half the way there and back: by so much it can be wrong. */
  error: number
  takenAt: number
}

/** Milliseconds after which a better reading makes way for a newer one: clocks drift. */
const keeps = 5 * 60_000

let reading: Reading | undefined

/** Takes what an answer says: when it was asked for and when it was here, by `performance.now()`. */
export const heardClock = (now: string, asked: number, here: number): void => {
  const error = (here - asked) / 2
  if (reading && here - reading.takenAt < keeps && reading.error <= error) return
  reading = { offset: new Date(now).getTime() - (asked + here) / 2, error, takenAt: here }
}

/** After sleep the running time may have paused: the next answer counts, however slow it was. */
export const doubtClock = (): void => {
  if (reading) reading = { ...reading, takenAt: Number.NEGATIVE_INFINITY }
}

/** The server's time in epoch milliseconds; undefined until an answer told it. */
export const serverNow = (): number | undefined => reading && performance.now() + reading.offset

/** Seconds, rounded up to a tenth: what is shown is never better than what is known. */
export const clockError = (): number => Math.ceil((reading?.error ?? 0) / 100) / 10
