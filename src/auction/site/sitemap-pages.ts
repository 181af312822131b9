import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/** Static pages. */
const fixed = ['', '/results', '/authors']

/**
 * Returns the auction's pages that are not in the search index: static pages, auctions and their rooms, artists, works
 * and their histories. Empty while the auction is switched off.
 */
export const listSitemapPages = async (context: Context): Promise<string[]> => {
  context.tag('setting', 'auction')
  const { rows: switches } = await context.database.execute<{ auction: boolean | null }>(
    sql`SELECT (value -> 'modules' ->> 'auction')::boolean AS auction FROM settings`,
  )
  if (switches[0]?.auction !== true) return []
  const { rows } = await context.database.execute<{ path: string }>(sql`
    WITH program AS (SELECT id FROM auction_programs WHERE visible),
    work AS (
      SELECT work.id, work.author_id FROM auction_works AS work JOIN program ON program.id = work.program_id
      WHERE work.state NOT IN ('draft', 'withdrawn')),
    page (path) AS (
      SELECT '/auction/programs/' || id FROM program
      UNION ALL SELECT '/auction/halls/' || hall.id FROM auction_halls AS hall JOIN program ON program.id = hall.program_id
      UNION ALL SELECT '/auction/works/' || id || tail FROM work, unnest(ARRAY['', '/proof']) AS tail
      UNION ALL SELECT '/auction/authors/' || author.id FROM auction_authors AS author
        WHERE author.visible AND EXISTS (SELECT FROM work WHERE work.author_id = author.id))
    SELECT path FROM page WHERE NOT EXISTS (SELECT FROM search_entries AS entry WHERE entry.path = page.path)`)
  return [...fixed.map((path) => `/auction${path}`), ...rows.map(({ path }) => path)]
}
