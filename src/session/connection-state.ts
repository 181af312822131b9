/** Connection state, as the last call found it; retries automatically until the server responds. */
export interface Connection {
  isConnected: boolean
  /** Next attempt in epoch milliseconds; 0 while connected. */
  retryAt: number
}

/** Seconds between attempts; the last value repeats. */
const retryDelays = [2, 4, 8, 15] as const

/** Timeout of an attempt in ms. */
const attemptTimeout = 10_000

const listeners = new Set<() => void>()
let connection: Connection = { isConnected: true, retryAt: 0 }
let attempts = 0
let lostAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

const setConnection = (next: Connection) => {
  connection = next
  for (const listener of [...listeners]) listener()
}

const attemptConnection = async () => {
  const startedAt = Date.now()
  try {
    // Without the timeout, a connection that drops packets would keep the strip at "0 seconds" for minutes.
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(attemptTimeout) })
    if (response.ok) return markConnected(startedAt)
  } catch {
    // Still unreachable: the next attempt is scheduled below.
  }
  scheduleAttempt()
}

const scheduleAttempt = () => {
  const seconds = retryDelays[Math.min(attempts, retryDelays.length - 1)] ?? 15
  attempts += 1
  clearTimeout(timer)
  timer = setTimeout(attemptConnection, seconds * 1000)
  setConnection({ isConnected: false, retryAt: Date.now() + seconds * 1000 })
}

export const markDisconnected = (): void => {
  if (!connection.isConnected) return
  lostAt = Date.now()
  scheduleAttempt()
}

/**
 * Marks the connection as restored after a response. `startedAt` is the start of the call in epoch ms; calls started
 * before the connection was lost are ignored.
 */
export const markConnected = (startedAt: number): void => {
  if (startedAt < lostAt) return
  attempts = 0
  clearTimeout(timer)
  if (!connection.isConnected) setConnection({ isConnected: true, retryAt: 0 })
}

/** Retries immediately instead of waiting for the next attempt. */
export const retryNow = (): void => {
  clearTimeout(timer)
  void attemptConnection()
}

/** Referentially stable until the state changes. */
export const currentConnection = (): Connection => connection

export const watchConnection = (listener: () => void): (() => void) => {
  const handleOffline = () => markDisconnected()
  listeners.add(listener)
  window.addEventListener('offline', handleOffline)
  window.addEventListener('online', retryNow)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('offline', handleOffline)
    window.removeEventListener('online', retryNow)
  }
}
