import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { notePersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { containsWords } from '#kit/server/words.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchProducts } from '#match/products/table.ts'
import { programmeEntries } from '#match/programmes/table.ts'
import { companies } from '#people/companies/table.ts'
import type { participants as contract, ParticipationLine } from './contract.ts'
import { statesBefore } from './rules.ts'
import { lockParts, nameOf, presentIntroduction } from './service.ts'
import { tellDecision } from './service-mail.ts'
import { matchProfiles, participations } from './table.ts'

const select = (context: Context) =>
  context.database
    .select({ part: participations, profile: matchProfiles, company: companies, fair: fairs })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))

type Found = Awaited<ReturnType<typeof select>>[number]

const lineOf = (context: Context, { part, profile, company, fair }: Found): ParticipationLine => ({
  _id: part.id,
  createdAt: part.createdAt.toISOString(),
  updatedAt: part.updatedAt.toISOString(),
  fair: { _id: fair.id, title: textIn(context.locale, fair.title) },
  profile: { _id: profile.id, role: profile.role, name: nameOf(context, profile, company), country: profile.country },
  state: part.state,
  category: company.category,
  note: part.note,
  reason: part.reason,
  decidedAt: part.decidedAt?.toISOString() ?? null,
})

const sortBy = { createdAt: participations.createdAt, updatedAt: participations.updatedAt }

/** How staff review the companies that want to take part. */
export const decisionHandlers: Pick<Handlers<typeof contract>, 'list' | 'get' | 'decide'> = {
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
    const [found] = await select(context).where(eq(participations.id, params.id))
    if (!found) throw new AppError('not_found')
    const { profile, company, fair } = found
    const [entries, products] = await Promise.all([
      context.database
        .select()
        .from(programmeEntries)
        .where(eq(programmeEntries.businessNumber, company.businessNumber))
        .orderBy(desc(programmeEntries.year)),
      context.database
        .select({ id: matchProducts.id, name: matchProducts.name })
        .from(matchProducts)
        .where(eq(matchProducts.profileId, profile.id))
        .orderBy(desc(matchProducts.year)),
    ])
    // Contact data of a company: who looked stays in the log.
    await notePersonalAccess(context, {
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
        programmes: entries.map(({ programme, year, product }) => ({ programme, year, product })),
        products: products.map(({ id, name }) => ({ _id: id, name: textIn(context.locale, name) })),
      },
    }
  },

  decide: (context, { body }) =>
    context.transaction(async (within) => {
      const { state, reason } = body
      if (state !== 'approved' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
      const ids = [...new Set(body.ids)].sort()
      await lockParts(within, ids)
      const rows = await changeRows(within, participations, {
        state,
        reason: state === 'approved' ? '' : reason,
        decidedAt: within.now(),
        decidedBy: within.principal.userId,
      })
        .where(
          and(
            inArray(participations.id, ids),
            inArray(participations.state, statesBefore(state)),
            // Who has meetings leaves by way of them.
            sql`(${state} <> 'refused' OR NOT EXISTS (SELECT FROM matchings
              WHERE matchings.fair_id = ${participations.fairId}
                AND ${participations.profileId} IN (matchings.seller_id, matchings.buyer_id)
                AND matchings.state IN ('requested', 'offered', 'expired', 'confirmed')))`,
          ),
        )
        .returning({ id: participations.id })
      const decided = rows.map(({ id }) => id)
      if (decided.length > 0) {
        const found = await select(within).where(inArray(participations.id, decided))
        for (const { part, company, profile, fair } of found) {
          await writeAudit(within, {
            action: state,
            entity: 'participations',
            entityId: part.id,
            summary: company.name,
            after: { state, reason: part.reason },
          })
          await tellDecision(within, { part, profile, fair })
          await publishEvent(
            within,
            { users: [profile.userId], scope: 'console:fairs' },
            { topic: 'participations', id: part.id },
          )
        }
      }
      return { decided, passed: ids.filter((id) => !decided.includes(id)) }
    }),
}
