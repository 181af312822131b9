import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { participations } from '#match/participants/table.ts'
import { fairBadges } from '../table.ts'

/** Returns the badge codes of a fair by profile id. */
export const listBadgeCodes = async (context: Context, fairId: string): Promise<ReadonlyMap<string, string>> => {
  const rows = await context.database
    .select({ profile: participations.profileId, code: fairBadges.code })
    .from(fairBadges)
    .innerJoin(participations, eq(participations.id, fairBadges.participationId))
    .where(eq(participations.fairId, fairId))
  return new Map(rows.map(({ profile, code }) => [profile, code]))
}
