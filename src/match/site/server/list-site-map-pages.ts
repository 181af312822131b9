import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { inPeriodState } from '#kit/server/records/period-conditions.ts'

/** Static pages. */
const fixed = [
  '',
  '/about',
  '/manual/seller',
  '/manual/buyer',
  '/notices',
  '/faq',
  '/join',
  '/join/seller',
  '/join/buyer',
  '/fairs',
  '/products',
]

/**
 * Lists the URLs of Match pages missing from the search index, for the site map: static pages, notices, and pages
 * within each fair. Empty while Match is disabled.
 */
export const listSiteMapPages = async (context: Context): Promise<string[]> => {
  context.tag('setting', 'fairs', 'match', 'notifications')
  const { rows: switches } = await context.database.execute<{ match: boolean | null }>(
    sql`SELECT (value -> 'modules' ->> 'match')::boolean AS match FROM settings`,
  )
  if (switches[0]?.match !== true) return []
  const { rows } = await context.database.execute<{ path: string }>(sql`
    WITH open AS (SELECT id, '/match/fairs/' || id AS path FROM fairs WHERE visible AND phase <> 'draft'),
    part AS (
      SELECT open.path, part.fair_id, part.profile_id, profile.role FROM open
        JOIN participations AS part ON part.fair_id = open.id AND part.state = 'approved'
        JOIN match_profiles AS profile ON profile.id = part.profile_id),
    page (path) AS (
      SELECT open.path || tail FROM open, unnest(ARRAY['/products', '/buyers', '/programme']) AS tail
      UNION ALL SELECT path || '/' || role || 's/' || profile_id FROM part
      UNION ALL SELECT part.path || '/products/' || product.id FROM part
        JOIN fair_products AS shown ON shown.fair_id = part.fair_id AND shown.profile_id = part.profile_id
        JOIN match_products AS product ON product.id = shown.product_id AND product.visible
      UNION ALL SELECT '/match/notices/' || id FROM notifications
        WHERE visible AND ${inPeriodState('running', sql`start_at`, sql`end_at`, context.now())})
    SELECT path FROM page WHERE NOT EXISTS (SELECT FROM search_entries AS entry WHERE entry.path = page.path)`)
  return [...fixed.map((path) => `/match${path}`), ...rows.map(({ path }) => path)]
}
