/** Connection state, as the last call found it; retries automatically until the server responds. */
export interface Connection {
  held: boolean
  /** Next attempt in epoch milliseconds; 0 while connected. */
  retryAt: number
}

/** Seconds between attempts; the last value repeats. */
const pauses = [2, 4, 8, 15] as const

/** Timeout of an attempt in ms. */
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
    // Without the timeout, a connection that drops packets would keep the strip at "0 seconds" for minutes.
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(longestAttempt) })
    if (response.ok) return connectionHeld(began)
  } catch {
    // Still unreachable: the next attempt is scheduled below.
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

/**
 * Marks the connection as held after a response. `began` is the call's start in epoch ms; calls begun before the
 * connection was lost are ignored.
 */
export const connectionHeld = (began: number): void => {
  if (began < lostAt) return
  attempts = 0
  clearTimeout(timer)
  if (!connection.held) change({ held: true, retryAt: 0 })
}

/** Retries immediately instead of waiting for the next attempt. */
export const retryNow = (): void => {
  clearTimeout(timer)
  void attempt()
}

/** Referentially stable until the state changes. */
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
