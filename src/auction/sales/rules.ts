import { vatPercent } from '#auction/auctions/rules.ts'

/** `offered`: to a runner-up, who has to answer. `void`: cancelled by staff, declined or expired. */
export const saleStates = ['offered', 'awaiting', 'paid', 'collected', 'void'] as const
export type SaleState = (typeof saleStates)[number]

/** Void reasons set by the system instead of staff: the runner-up declined, or did not answer in time. */
const systemVoidReasons = ['declined', 'expired'] as const

/** Why a sale is void, as shown to the buyer and staff. */
export const voidCauses = [...systemVoidReasons, 'cancelled'] as const
export type VoidCause = (typeof voidCauses)[number]

export const determineVoidCause = (sale: { state: SaleState; voidReason: string }): VoidCause | null => {
  if (sale.state !== 'void') return null
  return systemVoidReasons.find((reason) => reason === sale.voidReason) ?? 'cancelled'
}

export interface Settlement {
  /** Hundredths of a percent. */
  rate: number
  hammer: number
  commission: number
  vat: number
  payout: number
}

/** Returns the payout to the consignor for a hammer price, in KRW. Commission and VAT are rounded down. */
export const calculateSettlement = (hammer: number, rate: number): Settlement => {
  const commission = Math.floor((hammer * rate) / 10_000)
  const vat = Math.floor((commission * vatPercent) / 100)
  return { rate, hammer, commission, vat, payout: hammer - commission - vat }
}

/** Days that a buyer has to pay. */
export const paymentDays = 7

/** Documents of a sale: for the buyer and for the consignor. */
export const salePapers = ['invoice', 'settlement'] as const
export type SalePaper = (typeof salePapers)[number]

/** States in which each document exists: an offer is not a debt yet, and only received money is settled. */
export const paperStates: Record<SalePaper, readonly SaleState[]> = {
  invoice: ['awaiting', 'paid', 'collected'],
  settlement: ['paid', 'collected'],
}

/** Invoice number: month of the sale (Seoul time) and a running number. */
export const formatInvoiceNumber = ({ number, createdAt }: { number: number; createdAt: Date }): string => {
  const month = new Date(createdAt.getTime() + 9 * 3_600_000).toISOString().slice(2, 7).replace('-', '')
  return `A-${month}-${String(number).padStart(4, '0')}`
}
