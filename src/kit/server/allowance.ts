import { expiringCache } from '../expiring-cache.ts'

/** What somebody has used of an allowance: acts by their key, with the moment of each. */
type Used = Map<string, number>

/**
 * So many different acts for each caller within a time. An act that is repeated under its key costs nothing, and one
 * that is refused for another reason need not be taken at all: a caller delayed by robots is not blocked by
 * them. Held in memory, for each process.
 */
export const createAllowance = ({ most, within }: { most: number; within: number }) => {
  const callers = expiringCache<Used>(20_000, within)

  /** Takes one; answers 0, or the seconds until the next is free. */
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
