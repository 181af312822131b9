import { useState, useSyncExternalStore } from 'react'
import type { PublicPopup } from '../contract.ts'
import { getNextMidnight } from '../rules.ts'

const storageKey = 'popups-hidden'
const noEntries: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

let text: string | null = null
let hiddenUntil: Readonly<Record<string, number>> = noEntries

/** Reads the hidden popups from localStorage; if storage is full or blocked, a hidden popup comes back. */
const readHiddenUntil = (): Readonly<Record<string, number>> => {
  try {
    const stored = localStorage.getItem(storageKey)
    if (stored !== text) {
      text = stored
      hiddenUntil = stored ? (JSON.parse(stored) as Record<string, number>) : noEntries
    }
  } catch {
    hiddenUntil = noEntries
  }
  return hiddenUntil
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

const hideToday = (id: string) => {
  const now = Date.now()
  const still = Object.entries(readHiddenUntil()).filter(([, until]) => until > now)
  const next = { ...Object.fromEntries(still), [id]: getNextMidnight(now) }
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    hiddenUntil = next
  }
  for (const listener of listeners) listener()
}

/** Hidden popups and the action 'Do not show again today', which lasts until midnight in Seoul. */
export const useHiddenPopups = () => ({
  hiddenUntil: useSyncExternalStore(subscribe, readHiddenUntil, () => noEntries),
  hideToday,
})

const seenKey = 'popups-seen'

/** Returns the seen version of each popup by id; an edited popup counts as new. */
const readSeen = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(localStorage.getItem(seenKey) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

const storeSeen = ({ _id, updatedAt }: PublicPopup) => {
  try {
    localStorage.setItem(seenKey, JSON.stringify({ ...readSeen(), [_id]: updatedAt }))
  } catch {
    // The popup comes back on the next page.
  }
}

/**
 * Returns the popups seen before the page at `path` was opened: one that is seen on this page stays until the visitor
 * leaves it.
 */
export const useSeenPopups = (path: string) => {
  const [seenState, setSeenState] = useState(() => ({ path, versions: readSeen() }))
  if (seenState.path !== path) setSeenState({ path, versions: readSeen() })
  return { wasSeen: ({ _id, updatedAt }: PublicPopup) => seenState.versions[_id] === updatedAt, keepSeen: storeSeen }
}
