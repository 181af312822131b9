import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Escapes `%` and `_`, which are literal characters in a visitor's search words. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** SQL condition that one of the columns or expressions contains the words, case-insensitively. */
export const containsWords = (places: readonly (PgColumn | SQL)[], words: string): SQL | undefined =>
  or(...places.map((place) => ilike(place as PgColumn, likePattern(words))))

/** SQL for all texts of a translated column, without the language keys. */
export const translationsOf = (column: PgColumn): SQL =>
  sql`concat_ws(' ', ${column} ->> 'ko', ${column} ->> 'en', ${column} ->> 'cn')`

/** SQL for all strings within a JSON column at any depth, without field names. */
export const textsWithin = (column: PgColumn): SQL =>
  sql`(SELECT string_agg(part #>> '{}', ' ') FROM jsonb_path_query(${column}, 'strict $.** ? (@.type() == "string")') AS part)`

/** Quotes a lexeme for a `tsquery`. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * Returns the tsquery for an index of character pairs (`split_into_character_pairs`): every pair of the words, or a prefix
 * query for a single character. It only narrows the candidates; the text itself must be compared too.
 */
export const windowQuery = (words: string): string => {
  const letters = [...words]
  if (letters.length === 1) return `${quoted(words)}:*`
  return letters
    .slice(0, -1)
    .map((letter, index) => quoted(letter + letters[index + 1]))
    .join(' & ')
}
