import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/** Counts how sought the products are that were ordered or kept within the last quarter of an hour; it runs more often. */
export const countSought = async (context: Context): Promise<void> => {
  const since = new Date(context.now().getTime() - 15 * 60_000)
  await context.database.execute(sql`SELECT shop_shelf_count(${since.toISOString()}::timestamptz)`)
}

/** Counts them all, part by part, so that no statement takes long: marks that were taken back are in no other count. */
export const countAllSought = async (context: Context): Promise<void> => {
  for (let part = 0; part < 16; part += 1)
    await context.database.execute(sql`SELECT shop_shelf_count(NULL, ${part}::integer)`)
}
