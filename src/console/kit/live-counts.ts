import { useSyncExternalStore } from 'react'

/**
 * Counts that modules refresh more often than the desk does. A module's `watch` component sets them; places and
 * sections show them by name.
 */
let counts: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

const watch = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Sets the count `<module>.<name>`; undefined removes it and shows nothing. */
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
