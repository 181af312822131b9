import { readStored, writeStored } from '../browser-storage.ts'

const keptAt = 'shop-orders'
const most = 20

const read = (): [number: string, ticket: string][] => {
  try {
    const kept: unknown = JSON.parse(readStored('localStorage', keptAt) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Stores the ticket that opens a guest's order in this browser, for the latest orders. */
export const storeTicket = (number: string, ticket: string): void => {
  const others = read().filter(([known]) => known !== number)
  writeStored('localStorage', keptAt, JSON.stringify([[number, ticket], ...others].slice(0, most)))
}

export const readTicket = (number: string): string | null => read().find(([known]) => known === number)?.[1] ?? null
