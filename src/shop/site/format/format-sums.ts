import { groupDigits } from '#kit/text/format-values.ts'
import { m } from '#messages/messages.js'

/** Formats won: 76,000원; 76,000 KRW; 76,000韩元. */
export const formatWon = (sum: number): string => m.shop_won({ sum: groupDigits(sum) })

/** Formats a discount with a minus sign: −15,000. */
export const formatDiscount = (sum: number): string => (sum === 0 ? '0' : `−${groupDigits(sum)}`)

/** Formats a rate in hundredths of a percent: 15%, 7.5%. */
export const formatPercent = (rate: number): string => `${rate / 100}%`
