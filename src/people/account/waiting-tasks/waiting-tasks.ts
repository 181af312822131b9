import { useSyncExternalStore } from 'react'

// Waiting tasks of the member, cached in the tab so that the next document shows them immediately.

const key = 'waits'

interface StoredTasks {
  /** Username of the account the tasks belong to. */
  username: string
  /** Epoch ms of the request. */
  at: number
  /** Target paths, without locale prefix. */
  to: readonly string[]
}

const getOwner = (): string => sessionStorage.getItem('username') ?? ''

const readStored = (): string | null => sessionStorage.getItem(key)

const parseStored = (text: string | null): StoredTasks | null => {
  try {
    // Only this file writes the value.
    const stored = text ? (JSON.parse(text) as StoredTasks) : null
    return stored?.username === getOwner() ? stored : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the target paths (without locale prefix) of the waiting tasks of the account logged in in this tab. Empty
 * during server rendering.
 */
export const useWaitingTasks = (): readonly string[] =>
  parseStored(useSyncExternalStore(subscribe, readStored, () => null))?.to ?? []

export const storeWaitingTasks = (waits: readonly { to: string }[]): void => {
  const stored: StoredTasks = { username: getOwner(), at: Date.now(), to: waits.map(({ to }) => to) }
  sessionStorage.setItem(key, JSON.stringify(stored))
  for (const listener of listeners) listener()
}

/** True if the tasks were loaded within the last `within` ms. */
export const areTasksFresh = (within: number): boolean => {
  const stored = parseStored(readStored())
  return stored !== null && Date.now() - stored.at < within
}
