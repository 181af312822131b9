import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { useSession } from '#session/use-session.ts'
// Import first: schemas of stored values are created at module load and need the contract's zod settings for browsers.
import '#kit/contract.ts'

/**
 * Per-account browser storage: list layouts, saved views, unsaved forms. Keys contain the account, so that users of one
 * computer do not share values. Without storage, values last until the page is left.
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
    // Storage is full or forbidden: use memory until the page is left.
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

export const readStored = <T>(account: string, name: string, shape: z.ZodType<T>): T | undefined =>
  parse(read(keyOf(account, name)), shape)

export const writeStored = (account: string, name: string, value: unknown): void =>
  write(keyOf(account, name), value === undefined ? null : JSON.stringify(value))

const watch = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Id of the logged-in account, for storage keys. */
export const useAccountKey = (): string => useSession()?.userId ?? ''

/**
 * Returns a stored value and its setter; `initial` if nothing is stored or the stored value no longer fits the schema.
 */
export const useStored = <T>(name: string, shape: z.ZodType<T>, initial: T): [T, (next: T | undefined) => void] => {
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
