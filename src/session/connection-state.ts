/** Whether the server is reached, as the last call found it; asks again by itself until it is. */
export interface Connection {
  held: boolean
  /** Epoch milliseconds of the next attempt; 0 while it holds. */
  retryAt: number
}

/** Seconds between attempts; the last one repeats. */
const pauses = [2, 4, 8, 15] as const

/** Milliseconds an attempt may take. */
const longestAttempt = 10_000

const listeners = new Set<() => void>()
let connection: Connection = { held: true, retryAt: 0 }
let attempts = 0
let lostAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

const change = (next: Connection) => {
  connection = next
  for (const listener of [...listeners]) listener()
}

const attempt = async () => {
  const began = Date.now()
  try {
    // Without an end, a line that swallows what is sent would hold the strip at '0 seconds' for minutes.
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestAttempt) })
    if (response.ok) return connectionHeld(began)
  } catch {
    // Still away: the next attempt is planned below.
  }
  plan()
}

const plan = () => {
  const seconds = pauses[Math.min(attempts, pauses.length - 1)] ?? 15
  attempts += 1
  clearTimeout(timer)
  timer = setTimeout(attempt, seconds * 1000)
  change({ held: false, retryAt: Date.now() + seconds * 1000 })
}

export const connectionLost = (): void => {
  if (!connection.held) return
  lostAt = Date.now()
  plan()
}

/** A call that began then (epoch milliseconds) was answered. One that was on its way when the line broke says nothing. */
export const connectionHeld = (began: number): void => {
  if (began < lostAt) return
  attempts = 0
  clearTimeout(timer)
  if (!connection.held) change({ held: true, retryAt: 0 })
}

/** Asks at once instead of waiting for the next attempt. */
export const retryNow = (): void => {
  clearTimeout(timer)
  void attempt()
}

/** The same object until it changes. */
export const currentConnection = (): Connection => connection

export const watchConnection = (listener: () => void): (() => void) => {
  const offline = () => connectionLost()
  listeners.add(listener)
  window.addEventListener('offline', offline)
  window.addEventListener('online', retryNow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('offline', offline)
    window.removeEventListener('online', retryNow)
  }
}
