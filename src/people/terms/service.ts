import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { isInForce, versionOf } from './rules.ts'
import { terms } from './table.ts'

export { versionOf } from './rules.ts'

/** The versions of a code that have begun, the present one first; says to the cache until when. */
export const versionsBegun = async (context: Context, code: string): Promise<{ version: string; begins: Date }[]> => {
  context.tag(`terms:${code}`)
  const now = context.now()
  const rows = await context.database
    .select({ begins: terms.effectiveAt })
    .from(terms)
    .where(eq(terms.code, code))
    .orderBy(desc(terms.effectiveAt))
  context.showUntil(rows.findLast(({ begins }) => !isInForce(begins, now))?.begins)
  return rows
    .filter(({ begins }) => isInForce(begins, now))
    .map(({ begins }) => ({ version: versionOf(begins), begins }))
}

type TermsRow = typeof terms.$inferSelect

/** The versions in force of these codes at a moment, by code. */
export const termsInForce = async (
  context: Context,
  codes: readonly string[],
  now = context.now(),
): Promise<Map<string, TermsRow>> => {
  const rows = await context.database
    .select()
    .from(terms)
    .where(inArray(terms.code, [...codes]))
    .orderBy(asc(terms.effectiveAt))
  // The latest of a code is written over those before it.
  return new Map(rows.filter(({ effectiveAt }) => isInForce(effectiveAt, now)).map((row) => [row.code, row]))
}

/** Any version by its id. */
export const termsById = async (context: Context, ids: readonly string[]): Promise<Map<string, TermsRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select()
    .from(terms)
    .where(inArray(terms.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}
