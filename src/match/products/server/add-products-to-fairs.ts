import { eq, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { matchProfiles } from '#match/participants/table.ts'

/** Adds all visible products of a seller to every unfinished fair the seller participates in. */
export const addProductsToFairs = async (context: Context, profileId: string): Promise<void> => {
  // Lock the profile: joining a fair and showing a product concurrently would not see each other's row.
  await context.database
    .select({ id: matchProfiles.id })
    .from(matchProfiles)
    .where(eq(matchProfiles.id, profileId))
    .for('no key update')
  await context.database.execute(sql`
    INSERT INTO fair_products (fair_id, profile_id, product_id)
    SELECT part.fair_id, part.profile_id, product.id
    FROM participations AS part JOIN fairs ON fairs.id = part.fair_id
      JOIN match_products AS product ON product.profile_id = part.profile_id
    WHERE part.profile_id = ${profileId} AND fairs.phase <> 'expired' AND product.visible
    ORDER BY product.id, part.fair_id
    ON CONFLICT DO NOTHING`)
}
