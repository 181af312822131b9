import { useState, useSyncExternalStore } from 'react'
import type { PublicPopup } from '../contract.ts'
import { nextMidnightInSeoul } from '../rules.ts'

const name = 'popups-hidden'
const none: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

let text: string | null = null
let hidden: Readonly<Record<string, number>> = none

/** Kept in the browser; a storage that is full or forbidden means that the popup comes again. */
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
  const next = { ...Object.fromEntries(still), [id]: nextMidnightInSeoul(now) }
  try {
    localStorage.setItem(name, JSON.stringify(next))
  } catch {
    hidden = next
  }
  for (const listener of listeners) listener()
}

/** 'Do not show again today', until midnight in Seoul. */
export const useHiddenPopups = () => ({
  hiddenUntil: useSyncExternalStore(subscribe, read, () => none),
  hideToday,
})

const seenName = 'popups-seen'

/** By id, the version that was seen: what staff changed since is new. */
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
    // It comes again on the next page.
  }
}

/** What had been seen when the page at `path` was opened: what is seen there stays until the page is left. */
export const useSeenPopups = (path: string) => {
  const [seen, setSeen] = useState(() => ({ path, versions: readSeen() }))
  if (seen.path !== path) setSeen({ path, versions: readSeen() })
  return { wasSeen: ({ _id, updatedAt }: PublicPopup) => seen.versions[_id] === updatedAt, keepSeen }
}
