/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** Integer from 0 up to but not including `end`. */
  below(end: number): number
  pick<T>(of: readonly T[]): T
  chance(part: number): boolean
}

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, pick: (of) => of[below(of.length)] as (typeof of)[number], chance: (part) => next() < part }
}
