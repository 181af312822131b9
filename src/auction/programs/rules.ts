/** What a programme is by the clock: `over` once its last lot has ended; `cancelled` by staff, whenever. */
export const programStates = ['coming', 'running', 'over', 'cancelled'] as const
export type ProgramState = (typeof programStates)[number]

export const entryKinds = ['open', 'approval'] as const
export type EntryKind = (typeof entryKinds)[number]

export const entryStates = ['waiting', 'approved', 'refused'] as const
export type EntryState = (typeof entryStates)[number]

/** `due`: asked for and not there yet. `refused`: the house takes none of this bidder, or it did not come. */
export const depositStates = ['none', 'due', 'received', 'refused', 'returned'] as const
export type DepositState = (typeof depositStates)[number]

/** Days in which a deposit is to come: a transfer over a weekend is in time. */
export const depositDays = 3

/** What a bidder writes as the sender of a transfer. */
export const depositReference = (number: number): string => `DP${number}`

/** VAT on the premium, in percent. */
const vatPercent = 10

export interface Sum {
  hammer: number
  premium: number
  vat: number
  total: number
}

/** What a buyer pays for a hammer price; `premium` in hundredths of a percent. Parts of a won are dropped. */
export const sumOf = (hammer: number, premium: number): Sum => {
  const fee = Math.floor((hammer * premium) / 10_000)
  const vat = Math.floor((fee * vatPercent) / 100)
  return { hammer, premium: fee, vat, total: hammer + fee + vat }
}

/** What a new programme has until staff say otherwise. */
export const usualIncrements = [
  { from: 0, step: 50_000 },
  { from: 1_000_000, step: 100_000 },
  { from: 3_000_000, step: 200_000 },
  { from: 5_000_000, step: 500_000 },
  { from: 10_000_000, step: 1_000_000 },
  { from: 50_000_000, step: 2_000_000 },
]
