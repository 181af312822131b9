import { useSyncExternalStore } from 'react'

// What waits for the member of this tab: kept in the tab, so that the next document shows it at once.

const key = 'waits'

interface Kept {
  /** Whose it is, as they logged in. */
  username: string
  /** Epoch milliseconds at which it was read. */
  at: number
  /** Where each leads, without a language. */
  to: readonly string[]
}

const owner = (): string => sessionStorage.getItem('username') ?? ''

const read = (): string | null => sessionStorage.getItem(key)

const parse = (text: string | null): Kept | null => {
  try {
    // Written by this file alone.
    const kept = text ? (JSON.parse(text) as Kept) : null
    return kept?.username === owner() ? kept : null
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Addresses, without a language, of what waits for whom this tab has logged in. The server knows of none. */
export const useWaits = (): readonly string[] => parse(useSyncExternalStore(listen, read, () => null))?.to ?? []

export const keepWaits = (waits: readonly { to: string }[]): void => {
  const kept: Kept = { username: owner(), at: Date.now(), to: waits.map(({ to }) => to) }
  sessionStorage.setItem(key, JSON.stringify(kept))
  for (const listener of listeners) listener()
}

/** Whether they were read within the last so many milliseconds. */
export const areWaitsFresh = (within: number): boolean => {
  const kept = parse(read())
  return kept !== null && Date.now() - kept.at < within
}
