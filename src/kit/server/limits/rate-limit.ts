import { expiringCache } from '../../expiring-cache.ts'

/** Actions of one caller: key to epoch milliseconds. */
type Used = Map<string, number>

/**
 * Limits the number of different actions per caller and period (`within`, in ms). An action repeated with the same key
 * is free, and the caller may skip `take` for actions refused for other reasons, so that anti-robot delays do not block
 * people. Held in memory, per process.
 */
export const createRateLimit = ({ most, within }: { most: number; within: number }) => {
  const callers = expiringCache<Used>(20_000, within)

  /** Takes one action; returns 0, or the seconds until the next one is allowed. */
  const take = (caller: string, act: string, now: Date): number => {
    const used: Used = callers.get(caller) ?? new Map()
    const at = now.getTime()
    for (const [key, moment] of used) if (moment <= at - within) used.delete(key)
    if (!used.has(act)) {
      if (used.size >= most) return Math.ceil((Math.min(...used.values()) + within - at) / 1000)
      used.set(act, at)
    }
    callers.set(caller, used)
    return 0
  }
  return { take }
}
