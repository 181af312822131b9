/** `offered`: to the runner-up, who has to answer. `void`: given up, unpaid or declined. */
export const saleStates = ['offered', 'awaiting', 'paid', 'collected', 'void'] as const
export type SaleState = (typeof saleStates)[number]

/** Reasons of a void sale that are no words of staff: the runner-up said no, or nothing in time. */
const ownVoidReasons = ['declined', 'expired'] as const

/** Why a sale is void, as its buyer and staff are told. */
export const endings = [...ownVoidReasons, 'cancelled'] as const
export type Ending = (typeof endings)[number]

export const endingOf = (sale: { state: SaleState; voidReason: string }): Ending | null => {
  if (sale.state !== 'void') return null
  return ownVoidReasons.find((reason) => reason === sale.voidReason) ?? 'cancelled'
}

/** VAT on the commission, in percent. */
const vatPercent = 10

export interface Settlement {
  /** Hundredths of a percent. */
  rate: number
  hammer: number
  commission: number
  vat: number
  payout: number
}

/** What a consignor is paid of a hammer price. Parts of a won are dropped from what the house keeps. */
export const settlementOf = (hammer: number, rate: number): Settlement => {
  const commission = Math.floor((hammer * rate) / 10_000)
  const vat = Math.floor((commission * vatPercent) / 100)
  return { rate, hammer, commission, vat, payout: hammer - commission - vat }
}

/** Days a buyer has to pay. */
export const payDays = 7

/** Papers of a sale: for who bought the work, and for who gave it. */
export const salePapers = ['invoice', 'settlement'] as const
export type SalePaper = (typeof salePapers)[number]

/** States in which there is each: an offer is nobody's debt yet, and only money that came is settled. */
export const paperStates: Record<SalePaper, readonly SaleState[]> = {
  invoice: ['awaiting', 'paid', 'collected'],
  settlement: ['paid', 'collected'],
}
