import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { containsWords } from '#kit/server/records/search-conditions.ts'
import { fairs } from '#match/fairs/table.ts'
import { companies } from '#people/companies/table.ts'
import { users } from '#people/users/table.ts'
import type { reviews as contract, DecidedState, Decision, ParticipationLine } from '../contract-review.ts'
import { statesBefore } from '../rules.ts'
import { matchProfiles, participationRemarks, participations } from '../table.ts'
import { loadReviewDetails, loadReviewHistory } from './load-review-details.ts'
import { localizeCompanyName, lockParticipations, presentIntroduction } from './read-profiles.ts'
import { sendDecisionMail } from './send-decision-mail.ts'

const deciders = alias(users, 'deciders')

const select = (context: Context) =>
  context.database
    .select({
      part: participations,
      profile: matchProfiles,
      company: companies,
      fair: fairs,
      locale: users.locale,
      decidedBy: deciders.name,
      refused: sql<number>`(SELECT count(*)::int FROM participations AS other
        JOIN match_profiles AS own ON own.id = other.profile_id
        WHERE own.company_id = ${companies.id} AND other.id <> ${participations.id} AND other.state = 'refused')`,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .innerJoin(users, eq(users.id, matchProfiles.userId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))
    .leftJoin(deciders, eq(deciders.id, participations.decidedBy))

type Found = Awaited<ReturnType<typeof select>>[number]

const find = async (context: Context, id: string): Promise<Found> => {
  const [found] = await select(context).where(eq(participations.id, id))
  if (!found) throw new AppError('not_found')
  return found
}

const standingOf = ({ part, decidedBy }: Found): DecidedState => ({
  state: part.state,
  reason: part.reason,
  decidedAt: part.decidedAt?.toISOString() ?? null,
  decidedBy,
})

const lineOf = (context: Context, found: Found): ParticipationLine => {
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
    ...standingOf(found),
  }
}

const sortBy = { createdAt: participations.createdAt, updatedAt: participations.updatedAt }

interface Deciding {
  state: Decision
  reason: string
}

/**
 * Applies a decision in one statement that repeats the conditions: an allowed previous state, and no open matching when
 * refusing.
 */
const decideOn = async (
  within: Context,
  ids: readonly string[],
  { state, reason }: Deciding,
  isAsRead: SQL,
): Promise<Found[]> => {
  if (state !== 'approved' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
  await lockParticipations(within, ids)
  const rows = await changeRows(within, participations, {
    state,
    reason: state === 'approved' ? '' : reason,
    decidedAt: within.now(),
    decidedBy: within.principal.userId,
  })
    .where(
      and(
        inArray(participations.id, [...ids]),
        inArray(participations.state, statesBefore(state)),
        isAsRead,
        // A company with meetings cannot be refused until they are cancelled.
        sql`(${state} <> 'refused' OR NOT EXISTS (SELECT FROM matchings
          WHERE matchings.fair_id = ${participations.fairId}
            AND ${participations.profileId} IN (matchings.seller_id, matchings.buyer_id)
            AND matchings.state IN ('requested', 'offered', 'expired', 'confirmed')))`,
      ),
    )
    .returning({ id: participations.id })
  if (rows.length === 0) return []
  const decided = await select(within).where(
    inArray(
      participations.id,
      rows.map(({ id }) => id),
    ),
  )
  for (const { part, company, profile, fair } of decided) {
    await writeAudit(within, {
      action: state,
      entity: 'participations',
      entityId: part.id,
      summary: company.name,
      after: { state, reason: part.reason },
    })
    await sendDecisionMail(within, { part, profile, fair })
    await publishEvent(
      within,
      { users: [profile.userId], scope: 'console:fairs' },
      { topic: 'participations', id: part.id },
    )
  }
  return decided
}

/** Handlers of the review routes. */
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
    const rows = await select(context)
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
    return { participations: rows.map((row) => lineOf(context, row)), total: counted?.total ?? 0, page, limit }
  },

  async get(context, { params }) {
    const found = await find(context, params.id)
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
        ...lineOf(context, found),
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
      const isAsRead = sql`${participations.updatedAt} = ${(stamp ?? new Date(body.updatedAt)).toISOString()}::timestamptz(3)`
      const [decided] = await decideOn(within, [params.id], body, isAsRead)
      if (decided) return { participation: lineOf(within, decided) }
      const current = await find(within, params.id)
      const isSame = current.part.updatedAt.toISOString() === body.updatedAt
      throw new AppError('conflict', {
        fields: { state: isSame ? 'match_decision' : 'match_decided' },
        current: standingOf(current),
      })
    }),

  decide: (context, { body }) =>
    context.transaction(async (within) => {
      const ids = [...new Set(body.ids)].sort()
      const seen = JSON.stringify(Object.fromEntries(body.seen.map(({ _id, updatedAt }) => [_id, updatedAt])))
      const isAsRead = sql`coalesce((${seen}::jsonb ->> ${participations.id}::text)::timestamptz(3), ${participations.updatedAt}) = ${participations.updatedAt}`
      const found = await decideOn(within, ids, body, isAsRead)
      const decided = found.map(({ part }) => part.id)
      return { decided, passed: ids.filter((id) => !decided.includes(id)) }
    }),

  remark: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { part } = await find(within, params.id)
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
