import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/**
 * Returns the shop's paths for the site map that search does not list: the product list and its categories. Empty while
 * the shop is switched off.
 */
export const listSitemapPages = async (context: Context): Promise<string[]> => {
  context.tag('setting', 'shop')
  const { rows: switches } = await context.database.execute<{ shop: boolean | null }>(
    sql`SELECT (value -> 'modules' ->> 'shop')::boolean AS shop FROM settings`,
  )
  if (switches[0]?.shop !== true) return []
  const { rows } = await context.database.execute<{ key: string }>(
    sql`SELECT key FROM shop_categories WHERE visible ORDER BY key`,
  )
  return ['/shop', ...rows.map(({ key }) => `/shop/categories/${key}`)]
}
