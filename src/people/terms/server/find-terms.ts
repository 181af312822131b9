import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { isInForce } from '../rules.ts'
import { terms } from '../table.ts'

/** Returns the versions of a code that have started, newest first; sets the expiry of the cached response. */
export const listStartedVersions = async (
  context: Context,
  code: string,
): Promise<{ version: string; begins: Date }[]> => {
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
    .map(({ begins }) => ({ version: formatVersion(begins), begins }))
}

type TermsRow = typeof terms.$inferSelect

/** Returns the versions in force of these codes at a time, by code. */
export const findTermsInForce = async (
  context: Context,
  codes: readonly string[],
  now = context.now(),
): Promise<Map<string, TermsRow>> => {
  const rows = await context.database
    .select()
    .from(terms)
    .where(inArray(terms.code, [...codes]))
    .orderBy(asc(terms.effectiveAt))
  // Rows are ascending, so the latest version of a code wins.
  return new Map(rows.filter(({ effectiveAt }) => isInForce(effectiveAt, now)).map((row) => [row.code, row]))
}

/** Returns versions by id, in force or not. */
export const findTermsById = async (context: Context, ids: readonly string[]): Promise<Map<string, TermsRow>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select()
    .from(terms)
    .where(inArray(terms.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the version name: the start day in Seoul, `2026-03-01`. */
export const formatVersion = (effectiveAt: Date): string => seoulDayOf(effectiveAt.getTime()).day
