import { useState, useSyncExternalStore } from 'react'
import type { PublicPopup } from '../contract.ts'
import { getNextMidnight } from '../rules.ts'

const name = 'popups-hidden'
const none: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

let text: string | null = null
let hidden: Readonly<Record<string, number>> = none

/** Reads the hidden popups from localStorage; if storage is full or blocked, a hidden popup comes back. */
const read = (): Readonly<Record<string, number>> => {
  try {
    const stored = localStorage.getItem(name)
    if (stored !== text) {
      text = stored
      hidden = stored ? (JSON.parse(stored) as Record<string, number>) : none
    }
  } catch {
    hidden = none
  }
  return hidden
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
  const still = Object.entries(read()).filter(([, until]) => until > now)
  const next = { ...Object.fromEntries(still), [id]: getNextMidnight(now) }
  try {
    localStorage.setItem(name, JSON.stringify(next))
  } catch {
    hidden = next
  }
  for (const listener of listeners) listener()
}

/** Hidden popups and the action 'Do not show again today', which lasts until midnight in Seoul. */
export const useHiddenPopups = () => ({
  hiddenUntil: useSyncExternalStore(subscribe, read, () => none),
  hideToday,
})

const seenName = 'popups-seen'

/** Returns the seen version of each popup by id; an edited popup counts as new. */
const readSeen = (): Readonly<Record<string, string>> => {
  try {
    return JSON.parse(localStorage.getItem(seenName) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

const keepSeen = ({ _id, updatedAt }: PublicPopup) => {
  try {
    localStorage.setItem(seenName, JSON.stringify({ ...readSeen(), [_id]: updatedAt }))
  } catch {
    // The popup comes back on the next page.
  }
}

/**
 * Returns the popups seen before the page at `path` was opened: one that is seen on this page stays until the visitor
 * leaves it.
 */
export const useSeenPopups = (path: string) => {
  const [seen, setSeen] = useState(() => ({ path, versions: readSeen() }))
  if (seen.path !== path) setSeen({ path, versions: readSeen() })
  return { wasSeen: ({ _id, updatedAt }: PublicPopup) => seen.versions[_id] === updatedAt, keepSeen }
}
