import { readStored, writeStored } from '../browser-storage.ts'

const storageKey = 'shop-orders'
const maxTickets = 20

const read = (): [number: string, ticket: string][] => {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', storageKey) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Stores the ticket that opens a guest's order in this browser, for the latest orders. */
export const storeTicket = (number: string, ticket: string): void => {
  const others = read().filter(([other]) => other !== number)
  writeStored('localStorage', storageKey, JSON.stringify([[number, ticket], ...others].slice(0, maxTickets)))
}

export const readTicket = (number: string): string | null => read().find(([other]) => other === number)?.[1] ?? null
