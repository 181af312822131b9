import { ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** `%` and `_` of a visitor's words are letters, not patterns. */
export const likePattern = (words: string): string => `%${words.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/** True where one of the places contains the words, in any case. */
export const containsWords = (places: readonly (PgColumn | SQL)[], words: string): SQL | undefined =>
  or(...places.map((place) => ilike(place as PgColumn, likePattern(words))))

/** The texts of a column of translations, without the names of the languages. */
export const translationsOf = (column: PgColumn): SQL =>
  sql`concat_ws(' ', ${column} ->> 'ko', ${column} ->> 'en', ${column} ->> 'cn')`

/** Every text within a JSON column at any depth, without the names of its fields. */
export const textsWithin = (column: PgColumn): SQL =>
  sql`(SELECT string_agg(part #>> '{}', ' ') FROM jsonb_path_query(${column}, 'strict $.** ? (@.type() == "string")') AS part)`

/** A lexeme as the text of a `tsquery`. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/**
 * What an index of windows (`windows_of`, migration 0036) is asked for: every window of two characters; of a single one,
 * what begins with it. It narrows; the text decides.
 */
export const windowsQuery = (words: string): string => {
  const letters = [...words]
  if (letters.length === 1) return `${quoted(words)}:*`
  return letters
    .slice(0, -1)
    .map((letter, place) => quoted(letter + letters[place + 1]))
    .join(' & ')
}
