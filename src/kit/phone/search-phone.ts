import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { dialPhone, normalizePhone } from './parse-phone.ts'

/**
 * Returns the digits that a search for a phone number, or for a part of one, has in common with the number as dialled;
 * null if the words are no number.
 */
export const readPhoneDigits = (words: string): string | null => {
  const phone = normalizePhone(words)
  if (phone) return dialPhone(phone).replace('+', '')
  const text = words.normalize('NFKC').trim()
  if (!/^[+(]?\d[\d\s().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  return /^(?:\(?\+|00)/.test(text) ? digits.replace(/^(?:00)?820?(?=[1-9])/, '0') : digits
}

/**
 * SQL condition that a stored number contains the digits of the words, or a text that could not be converted the words;
 * undefined if the words are no number.
 */
export const containsPhone = (column: PgColumn | SQL, words: string): SQL | undefined => {
  const digits = readPhoneDigits(words)
  if (digits === null) return undefined
  // The leading zero of a Korean number is stored as +82.
  const start = digits.startsWith('0') ? `+82${digits.slice(1)}` : `+${digits}`
  return sql`(starts_with(${column}, ${start}) OR strpos(${column}, ${digits}) > 0 OR strpos(${column}, ${words}) > 0)`
}
