import { useSyncExternalStore } from 'react'

// Waiting tasks of the member, cached in the tab so that the next document shows them immediately.

const key = 'waits'

interface Kept {
  /** Username of the account the tasks belong to. */
  username: string
  /** Epoch ms of the request. */
  at: number
  /** Target paths, without locale prefix. */
  to: readonly string[]
}

const owner = (): string => sessionStorage.getItem('username') ?? ''

const read = (): string | null => sessionStorage.getItem(key)

const parse = (text: string | null): Kept | null => {
  try {
    // Only this file writes the value.
    const stored = text ? (JSON.parse(text) as Kept) : null
    return stored?.username === owner() ? stored : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the target paths (without locale prefix) of the waiting tasks of the account logged in in this tab. Empty
 * during server rendering.
 */
export const useWaitingTasks = (): readonly string[] => parse(useSyncExternalStore(listen, read, () => null))?.to ?? []

export const storeWaitingTasks = (waits: readonly { to: string }[]): void => {
  const stored: Kept = { username: owner(), at: Date.now(), to: waits.map(({ to }) => to) }
  sessionStorage.setItem(key, JSON.stringify(stored))
  for (const listener of listeners) listener()
}

/** True if the tasks were loaded within the last `within` ms. */
export const areTasksFresh = (within: number): boolean => {
  const stored = parse(read())
  return stored !== null && Date.now() - stored.at < within
}
