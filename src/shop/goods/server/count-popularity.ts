import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/**
 * Updates the popularity (`sought`) of products that were ordered or bookmarked in the last 15 minutes; the job runs
 * more often than that.
 */
export const countRecentPopularity = async (context: Context): Promise<void> => {
  const since = new Date(context.now().getTime() - 15 * 60_000)
  await context.database.execute(sql`SELECT update_popularity_of_listings(${since.toISOString()}::timestamptz)`)
}

/**
 * Recounts the popularity of all products in 16 parts, so that no statement takes long. Only this count notices removed
 * bookmarks.
 */
export const countAllPopularity = async (context: Context): Promise<void> => {
  for (let part = 0; part < 16; part += 1)
    await context.database.execute(sql`SELECT update_popularity_of_listings(NULL, ${part}::integer)`)
}
