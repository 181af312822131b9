import { eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { fairs } from '#match/fairs/table.ts'
import { companies } from '#people/companies/table.ts'
import { users } from '#people/users/table.ts'
import type { DecidedState, ParticipationLine } from '../contract-review.ts'
import { matchProfiles, participations } from '../table.ts'
import { localizeCompanyName } from './read-profiles.ts'

const deciders = alias(users, 'deciders')

/** Query of participations with everything staff see in the list. */
export const selectReviews = (context: Context) =>
  context.database
    .select({
      part: participations,
      profile: matchProfiles,
      company: companies,
      fair: fairs,
      locale: users.locale,
      decidedBy: deciders.name,
      refused: sql<number>`(SELECT count(*)::int FROM participations AS other
        JOIN match_profiles AS profile ON profile.id = other.profile_id
        WHERE profile.company_id = ${companies.id} AND other.id <> ${participations.id} AND other.state = 'refused')`,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .innerJoin(users, eq(users.id, matchProfiles.userId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))
    .leftJoin(deciders, eq(deciders.id, participations.decidedBy))

export type FoundReview = Awaited<ReturnType<typeof selectReviews>>[number]

/** Throws `not_found`. */
export const findReview = async (context: Context, id: string): Promise<FoundReview> => {
  const [found] = await selectReviews(context).where(eq(participations.id, id))
  if (!found) throw new AppError('not_found')
  return found
}

/** State of a participation and who decided on it. */
export const presentDecidedState = ({ part, decidedBy }: FoundReview): DecidedState => ({
  state: part.state,
  reason: part.reason,
  decidedAt: part.decidedAt?.toISOString() ?? null,
  decidedBy,
})

/** Participation as staff see it in the list. */
export const presentReviewLine = (context: Context, found: FoundReview): ParticipationLine => {
  const { part, profile, company, fair, refused } = found
  return {
    _id: part.id,
    createdAt: part.createdAt.toISOString(),
    updatedAt: part.updatedAt.toISOString(),
    fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
    profile: {
      _id: profile.id,
      role: profile.role,
      name: localizeCompanyName(context, profile, company),
      country: profile.country,
    },
    category: company.category,
    note: part.note,
    refusedBefore: refused,
    ...presentDecidedState(found),
  }
}
