import { m } from '#messages/messages.js'
import { grouped } from '#ui/format/format-number.ts'

/** 76,000원; 76,000 KRW; 76,000韩元. */
export const won = (sum: number): string => m.shop_won({ sum: grouped(sum) })

/** −15,000: what is taken off, with the sign of arithmetic. */
export const less = (sum: number): string => (sum === 0 ? '0' : `−${grouped(sum)}`)

/** 15%, 7.5%: a rate in hundredths of a percent. */
export const percent = (rate: number): string => `${rate / 100}%`
