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

/** SQL: a stored number as dialled; a text that could not be converted loses its hyphens. */
const dialledSql = (column: PgColumn | SQL): SQL => sql`regexp_replace(regexp_replace(
  ${column}, '^[+]82(?=1[568][0-9]{6}$)|[-+]', '', 'g'), '^82(?=[1-9][0-9]{7,10}$)', '0')`

/** SQL condition that a number contains the digits of the words; undefined if the words are no number. */
export const containsPhone = (column: PgColumn | SQL, words: string): SQL | undefined => {
  const digits = readPhoneDigits(words)
  return digits === null ? undefined : sql`strpos(${dialledSql(column)}, ${digits}) > 0`
}
