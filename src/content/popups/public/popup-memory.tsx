import { useSyncExternalStore } from 'react'
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
