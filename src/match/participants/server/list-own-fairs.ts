import { and, desc, eq, sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { fairs } from '#match/fairs/table.ts'
import { companies } from '#people/companies/table.ts'
import type { MyFair } from '../contract.ts'
import { canApply } from '../rules.ts'
import { matchProfiles, participations } from '../table.ts'
import { localizeCompanyName } from './read-profiles.ts'

/** Lists the participations of the caller: all, or the one given. */
export const listOwnFairs = async (context: Context, id?: string): Promise<MyFair[]> => {
  const rows = await context.database
    .select({
      part: participations,
      profile: matchProfiles,
      company: companies,
      fair: fairs,
      freeTimes: sql<number>`(SELECT count(*)::int FROM free_times AS free
        WHERE free.fair_id = ${participations.fairId} AND free.buyer_id = ${participations.profileId}
          AND NOT free.withdrawn)`,
      openRequests: sql<number>`count_open_requests(${participations.fairId}, ${participations.profileId})`,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))
    .where(and(eq(matchProfiles.userId, context.principal.userId), id ? eq(participations.id, id) : undefined))
    .orderBy(desc(fairs.startsAt), desc(participations.id))
  return rows.map(({ part, profile, company, fair, freeTimes, openRequests }) => ({
    _id: part.id,
    createdAt: part.createdAt.toISOString(),
    updatedAt: part.updatedAt.toISOString(),
    fair: {
      _id: fair.id,
      title: textIn(context.locale, fair.title),
      phase: fair.phase,
      startsAt: fair.startsAt.toISOString(),
      endsAt: fair.endsAt.toISOString(),
      requestLimit: fair.requestLimit,
      opens: canApply({ role: profile.role, state: part.state }, fair, context.now()),
    },
    profile: {
      _id: profile.id,
      role: profile.role,
      name: localizeCompanyName(context, profile, company),
      country: profile.country,
    },
    state: part.state,
    note: part.note,
    reason: part.reason,
    freeTimes,
    openRequests,
  }))
}
