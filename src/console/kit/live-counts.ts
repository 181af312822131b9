import { useSyncExternalStore } from 'react'

/**
 * Counts that a module brings up to date by itself, oftener than the desk is read: its manifest's `watch` sets them,
 * places and sections show them under the same name.
 */
let counts: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** `name`: `<module>.<name>`. Without a count it is no longer known, and nothing is shown. */
export const setLiveCount = (name: string, count: number | undefined): void => {
  if (counts.get(name) === count) return
  const next = new Map(counts)
  if (count === undefined) next.delete(name)
  else next.set(name, count)
  counts = next
  for (const listener of [...listeners]) listener()
}

export const useLiveCounts = (): ReadonlyMap<string, number> =>
  useSyncExternalStore(
    watch,
    () => counts,
    () => counts,
  )
