import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { useSession } from '#session/use-session.ts'
// Shapes of what is kept are made while modules load: the contract's setting of zod for browsers comes before them.
import '#kit/contract.ts'

/**
 * What a person keeps in this browser: the layout of a list, saved views, an unfinished form. The key carries the
 * account, so that two people at one computer do not meet. A browser without storage keeps it for this page.
 */
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

const keyOf = (account: string, name: string): string => `console:${account}:${name}`

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

const write = (key: string, text: string | null): void => {
  if (text === null) memory.delete(key)
  else memory.set(key, text)
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Full or forbidden: what is in memory serves until the page is left.
  }
  for (const listener of [...listeners]) listener()
}

const parse = <T>(text: string | null, shape: z.ZodType<T>): T | undefined => {
  if (text === null) return undefined
  try {
    return shape.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export const readKept = <T>(account: string, name: string, shape: z.ZodType<T>): T | undefined =>
  parse(read(keyOf(account, name)), shape)

export const writeKept = (account: string, name: string, value: unknown): void =>
  write(keyOf(account, name), value === undefined ? null : JSON.stringify(value))

const watch = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The logged-in account, as a part of keys. */
export const useAccountKey = (): string => useSession()?.userId ?? ''

/** A kept value and how to change it; `initial` while nothing is kept, or what is kept no longer fits the shape. */
export const useKept = <T>(name: string, shape: z.ZodType<T>, initial: T): [T, (next: T | undefined) => void] => {
  const key = keyOf(useAccountKey(), name)
  const text = useSyncExternalStore(
    watch,
    () => read(key),
    () => null,
  )
  const value = useMemo(() => parse(text, shape) ?? initial, [text, shape, initial])
  const change = useCallback(
    (next: T | undefined) => write(key, next === undefined ? null : JSON.stringify(next)),
    [key],
  )
  return [value, change]
}
