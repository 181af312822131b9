import { sql } from 'drizzle-orm'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import type { PublicFairLine } from '../contract.ts'
import type { FairRow } from '../table.ts'

/** Returns the counts per fair: approved companies by role, their visible products, and confirmed or held meetings. */
export const countByFair = async (
  context: Context,
  ids: readonly string[],
): Promise<Map<string, PublicFairLine['counts']>> => {
  if (ids.length === 0) return new Map()
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  const { rows } = await context.database.execute<PublicFairLine['counts'] & { id: string }>(sql`
    SELECT fairs.id,
      (SELECT count(*)::int FROM participations p JOIN match_profiles m ON m.id = p.profile_id
        WHERE p.fair_id = fairs.id AND p.state = 'approved' AND m.role = 'seller') AS sellers,
      (SELECT count(*)::int FROM participations p JOIN match_profiles m ON m.id = p.profile_id
        WHERE p.fair_id = fairs.id AND p.state = 'approved' AND m.role = 'buyer') AS buyers,
      (SELECT count(*)::int FROM fair_products f JOIN match_products t ON t.id = f.product_id
        JOIN participations p ON p.fair_id = f.fair_id AND p.profile_id = f.profile_id
        WHERE f.fair_id = fairs.id AND t.visible AND p.state = 'approved') AS products,
      (SELECT count(*)::int FROM matchings WHERE fair_id = fairs.id AND slot_id IS NOT NULL
        AND (fairs.released OR fairs.phase = 'expired')) AS meetings
    FROM fairs WHERE fairs.id IN (${list})`)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const instant = (moment: Date | null) => moment?.toISOString() ?? null

/** Returns fairs as visitors see them in a list. */
export const presentFairs = async (context: Context, rows: readonly FairRow[]): Promise<PublicFairLine[]> => {
  const [counts, pictures] = await Promise.all([
    countByFair(
      context,
      rows.map(({ id }) => id),
    ),
    findFiles(
      context,
      rows.flatMap(({ thumbs }) => thumbs),
    ),
  ])
  return rows.map((row) => ({
    ...localize(context.locale, { title: row.title, summary: row.summary, venue: row.venue }),
    _id: row.id,
    phase: row.phase,
    sellersUntil: instant(row.sellersUntil),
    buyersUntil: instant(row.buyersUntil),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    categories: row.categories,
    thumbs: row.thumbs.flatMap((id) => pictureOf(pictures, id) ?? []),
    counts: counts.get(row.id) ?? { sellers: 0, buyers: 0, products: 0, meetings: 0 },
  }))
}
