import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Handlers } from '#kit/server/context.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { companies } from '#people/companies/table.ts'
import type { reviews as contract } from '../contract-review.ts'
import { matchProfiles, participationRemarks, participations } from '../table.ts'
import { decideParticipations } from './decide-participations.ts'
import { findReview, presentDecidedState, presentReviewLine, selectReviews } from './find-reviews.ts'
import { loadReviewDetails, loadReviewHistory } from './load-review-details.ts'
import { presentIntroduction } from './read-profiles.ts'

const sortBy = { createdAt: participations.createdAt, updatedAt: participations.updatedAt }

export const reviewHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit } = query
    const where = and(
      query.fair ? eq(participations.fairId, query.fair) : undefined,
      query.role ? eq(matchProfiles.role, query.role) : undefined,
      query.state ? eq(participations.state, query.state) : undefined,
      query.q ? containsWords([companies.name, companies.category, participations.note], query.q) : undefined,
    )
    const direction = query.sort.startsWith('-') ? desc : asc
    const column = sortBy[query.sort.replace(/^-/, '') as keyof typeof sortBy]
    const rows = await selectReviews(context)
      .where(where)
      .orderBy(direction(column), direction(participations.id))
      .limit(limit)
      .offset((page - 1) * limit)
    const [counted] = await context.database
      .select({ total: count() })
      .from(participations)
      .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
      .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
      .where(where)
    return {
      participations: rows.map((row) => presentReviewLine(context, row)),
      total: counted?.total ?? 0,
      page,
      limit,
    }
  },

  async get(context, { params }) {
    const found = await findReview(context, params.id)
    const { profile, company, fair, locale } = found
    // Contains contact data, so the access is logged.
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'participations',
      entityId: params.id,
      summary: fair.title.ko ?? '',
      of: profile.userId,
    })
    return {
      participation: {
        ...presentReviewLine(context, found),
        introduction: presentIntroduction(found),
        businessNumber: company.businessNumber,
        locale,
        requestLimit: fair.requestLimit,
        ...(await loadReviewDetails(context, found)),
      },
    }
  },

  decideOne: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      const isUnchanged = sql`${participations.updatedAt} = ${(stamp ?? new Date(body.updatedAt)).toISOString()}::timestamptz(3)`
      const [decided] = await decideParticipations(within, [params.id], body, isUnchanged)
      if (decided) return { participation: presentReviewLine(within, decided) }
      const current = await findReview(within, params.id)
      const isSame = current.part.updatedAt.toISOString() === body.updatedAt
      throw new AppError('conflict', {
        fields: { state: isSame ? 'match_decision' : 'match_decided' },
        current: presentDecidedState(current),
      })
    }),

  decide: (context, { body }) =>
    context.transaction(async (within) => {
      const ids = [...new Set(body.ids)].sort()
      const seen = JSON.stringify(Object.fromEntries(body.seen.map(({ _id, updatedAt }) => [_id, updatedAt])))
      const isUnchanged = sql`coalesce((${seen}::jsonb ->> ${participations.id}::text)::timestamptz(3), ${participations.updatedAt}) = ${participations.updatedAt}`
      const found = await decideParticipations(within, ids, body, isUnchanged)
      const decided = found.map(({ part }) => part.id)
      return { decided, passed: ids.filter((id) => !decided.includes(id)) }
    }),

  remark: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { part } = await findReview(within, params.id)
      await within.database.insert(participationRemarks).values({
        id: within.newId(),
        participationId: part.id,
        authorId: within.principal.userId,
        text: body.text,
        createdAt: within.now(),
      })
      await publishEvent(within, { scope: 'console:fairs' }, { topic: 'participations', id: part.id })
      return { history: await loadReviewHistory(within, part.id) }
    }),
}
