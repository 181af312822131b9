import { groupDigits, readWholeNumber } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'

/** Formats an amount: 9,500,000원; 9,500,000 KRW; 9,500,000韩元. */
export const formatWon = (sum: number): string => m.auction_won({ sum: groupDigits(sum) })

/**
 * Parses a typed amount: 11,000,000원, 11000000 and １１，０００，０００ are equal. null if it is no positive whole amount of at
 * most twelve digits.
 */
export const parseAmount = (text: string): number | null => {
  const amount = readWholeNumber(text)
  return amount > 0 ? amount : null
}

/** Formats an estimate: 8,000,000 – 12,000,000원; a single amount if both are equal. */
export const formatWonRange = (low: number, high: number | null): string =>
  high === null || high === low ? formatWon(low) : `${groupDigits(low)} – ${formatWon(high)}`
