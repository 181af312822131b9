import { expiringCache } from '../../expiring-cache.ts'

/** Actions of one caller: key to epoch milliseconds. */
type ActionTimes = Map<string, number>

/**
 * Limits the number of different actions per caller and period (`period`, in ms). An action repeated with the same key
 * is free, and the caller may skip `take` for actions refused for other reasons, so that anti-robot delays do not block
 * people. Held in memory, per process.
 */
export const createRateLimit = ({ max, period }: { max: number; period: number }) => {
  const callers = expiringCache<ActionTimes>(20_000, period)

  /** Takes one action; returns 0, or the seconds until the next one is allowed. */
  const take = (caller: string, act: string, now: Date): number => {
    const used: ActionTimes = callers.get(caller) ?? new Map()
    const at = now.getTime()
    for (const [key, moment] of used) if (moment <= at - period) used.delete(key)
    if (!used.has(act)) {
      if (used.size >= max) return Math.ceil((Math.min(...used.values()) + period - at) / 1000)
      used.set(act, at)
    }
    callers.set(caller, used)
    return 0
  }
  return { take }
}
