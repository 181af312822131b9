/** State of an auction: `over` once its last lot has ended; `cancelled` by staff at any time. */
export const auctionStates = ['coming', 'running', 'over', 'cancelled'] as const
export type AuctionState = (typeof auctionStates)[number]

export const registrationModes = ['open', 'approval'] as const
export type RegistrationMode = (typeof registrationModes)[number]

export const registrationStates = ['waiting', 'approved', 'refused'] as const
export type RegistrationState = (typeof registrationStates)[number]

/** `due`: requested, not received yet. `refused`: the house rejected the bidder, or the deposit did not arrive. */
export const depositStates = ['none', 'due', 'received', 'refused', 'returned'] as const
export type DepositState = (typeof depositStates)[number]

/** Days to pay a deposit, enough for a transfer over a weekend. */
export const depositDueDays = 3

/** Reference that the bidder enters as the sender of the transfer. */
export const depositReference = (number: number): string => `DP${number}`

/** VAT on premium and commission in percent. */
export const vatPercent = 10

export interface BuyerTotal {
  hammer: number
  premium: number
  vat: number
  total: number
}

/** Returns what a buyer pays for a hammer price, in KRW rounded down; `premium` in hundredths of a percent. */
export const calculateBuyerTotal = (hammer: number, premium: number): BuyerTotal => {
  const fee = Math.floor((hammer * premium) / 10_000)
  const vat = Math.floor((fee * vatPercent) / 100)
  return { hammer, premium: fee, vat, total: hammer + fee + vat }
}

/** Default increments of a new auction. */
export const defaultIncrements = [
  { from: 0, step: 50_000 },
  { from: 1_000_000, step: 100_000 },
  { from: 3_000_000, step: 200_000 },
  { from: 5_000_000, step: 500_000 },
  { from: 10_000_000, step: 1_000_000 },
  { from: 50_000_000, step: 2_000_000 },
]

/** Highest paddle number. */
export const maxPaddle = 9999
