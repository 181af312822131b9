import { m } from '#messages/messages.js'
import { grouped } from '#ui/number.ts'

/** 9,500,000원; 9,500,000 KRW; 9,500,000韩元. */
export const won = (sum: number): string => m.auction_won({ sum: grouped(sum) })

/** Digits of what somebody typed: 11,000,000원, 11000000 and １１，０００，０００ are the same. null: no whole amount. */
export const typedAmount = (text: string): number | null => {
  const digits = text.normalize('NFKC').replace(/[,\s원₩]|KRW|韩元/gi, '')
  return /^[1-9]\d{0,11}$/.test(digits) ? Number(digits) : null
}

/** 8,000,000 – 12,000,000원: an estimate. One sum where both are the same. */
export const wonRange = (low: number, high: number | null): string =>
  high === null || high === low ? won(low) : `${grouped(low)} – ${won(high)}`
