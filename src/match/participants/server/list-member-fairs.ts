import { desc, eq, sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import { type MemberPart, maxMemberEntries } from '#kit/module/module.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchProfiles, participations } from '../table.ts'

/** Lists the fairs a member applied to, for the member page in the console. */
export const listMemberFairs: MemberPart['read'] = async (context, { userId }) => {
  const rows = await context.database
    .select({ part: participations, fair: fairs.title, total: sql<number>`(count(*) OVER ())::int` })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))
    .where(eq(matchProfiles.userId, userId))
    .orderBy(desc(participations.createdAt), desc(participations.id))
    .limit(maxMemberEntries)
  return {
    total: rows[0]?.total ?? 0,
    entries: rows.map(({ part, fair }) => ({
      _id: part.id,
      title: textIn(context.locale, fair),
      state: part.state,
      at: part.createdAt.toISOString(),
      to: `/console/participations/${part.id}`,
    })),
  }
}
