import { sql } from 'drizzle-orm'
import { HouseholdBand } from '#content/boards/contract.ts'
import { isOnBoard, selectVisibleText } from '#content/boards/server/find-published-posts.ts'
import { posts } from '#content/boards/table.ts'
import type { Context } from '#kit/server/context.ts'

export interface OptionCount extends Record<string, unknown> {
  kind: 'total' | 'category' | 'service' | 'region' | 'year' | 'households'
  value: string
  /** In the requested language; null if none of the posts has it. */
  title: string | null
  posts: number
}

/** Counts the values of each fact over the visible posts of a board, in one pass. */
export const countFacts = async (context: Context, code: string): Promise<OptionCount[]> => {
  const shown = selectVisibleText(context)
  const isRequestedLocale = sql`${shown.locale} = ${context.locale}`
  const starts = HouseholdBand.options.map((band) => Number.parseInt(band, 10))
  const { rows } = await context.database.execute<OptionCount>(sql`
    SELECT kind, value, min(title) AS title, count(*)::int AS posts FROM (
      SELECT fact.* FROM ${posts}
      INNER JOIN LATERAL ${shown} ON true
      LEFT JOIN post_texts korean ON korean.post_id = ${posts.id} AND korean.locale = 'ko'
      CROSS JOIN LATERAL (VALUES
        ('total', '', NULL),
        ('category', ${posts.category}, NULL),
        ('service', korean.facts ->> 'service', CASE WHEN ${isRequestedLocale} THEN ${shown.facts} ->> 'service' END),
        ('region', korean.facts ->> 'region', CASE WHEN ${isRequestedLocale} THEN ${shown.facts} ->> 'region' END),
        ('year', ${shown.facts} ->> 'year', NULL),
        ('households', width_bucket(nullif((${shown.facts} ->> 'households')::int, 0),
          ${sql.raw(`ARRAY[${starts.join(',')}]`)})::text, NULL)
      ) AS fact (kind, value, title)
      WHERE ${isOnBoard(code)}
    ) AS facts WHERE value IS NOT NULL GROUP BY kind, value`)
  return rows
}
