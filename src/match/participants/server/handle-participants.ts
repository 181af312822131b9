import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { findPublicFair, lockFair } from '#match/fairs/server/read-fairs.ts'
import { fairs } from '#match/fairs/table.ts'
import { addProductsToFairs } from '#match/products/server/list-public-products.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import { companies } from '#people/companies/table.ts'
import type { participants as contract, MyFair } from '../contract.ts'
import { canApply, statesBefore } from '../rules.ts'
import { matchProfiles, participations } from '../table.ts'
import { getBuyer, getSeller, listBuyers, listSellers } from './list-public-companies.ts'
import {
  isOnProgrammeList,
  localizeCompanyName,
  lockParticipations,
  presentIntroduction,
  requireOwnProfile,
  selectProfiles,
} from './read-profiles.ts'

const own = (context: Context) => eq(matchProfiles.userId, context.principal.userId)

const introductionsOf = async (context: Context) => {
  const rows = await selectProfiles(context).where(own(context)).orderBy(matchProfiles.role)
  return rows.map(presentIntroduction)
}

/** Participations of the caller: all, or the one given. */
const myFairsOf = async (context: Context, id?: string): Promise<MyFair[]> => {
  const rows = await context.database
    .select({
      part: participations,
      profile: matchProfiles,
      company: companies,
      fair: fairs,
      freeTimes: sql<number>`(SELECT count(*)::int FROM free_times AS given
        WHERE given.fair_id = ${participations.fairId} AND given.buyer_id = ${participations.profileId}
          AND NOT given.withdrawn)`,
      openRequests: sql<number>`open_requests(${participations.fairId}, ${participations.profileId})`,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .innerJoin(fairs, eq(fairs.id, participations.fairId))
    .where(and(own(context), id ? eq(participations.id, id) : undefined))
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

const ownCompany = async (context: Context) => {
  const company = await findCompany(context, context.principal.userId)
  // The account is not a company.
  if (!company) throw new AppError('conflict')
  return company
}

export const participantHandlers: Handlers<typeof contract> = {
  introductions: async (context) => ({ introductions: await introductionsOf(context) }),

  join: (context, { body }) =>
    context.transaction(async (within) => {
      const company = await ownCompany(within)
      if (body.role === 'seller' && !(await isOnProgrammeList(within, company.businessNumber)))
        throw new AppError('conflict', { fields: { role: 'match_listed' } })
      const now = within.now()
      const [profile] = await within.database
        .insert(matchProfiles)
        .values({
          ...body,
          id: within.newId(),
          companyId: company.id,
          userId: within.principal.userId,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning()
      if (!profile) throw new AppError('taken')
      const introduction = presentIntroduction({ profile, company })
      await writeAudit(within, {
        action: 'create',
        entity: 'introductions',
        entityId: profile.id,
        summary: company.name,
        after: { role: body.role },
      })
      return { introduction }
    }),

  changeIntroduction: (context, { params, body, sent, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const [before] = await selectProfiles(within).where(and(eq(matchProfiles.id, params.id), own(within)))
      if (!before) throw new AppError('not_found')
      const { updatedAt: _stamp, ...rest } = body
      const { buyerType, ...given } = Object.fromEntries(Object.entries(rest).filter(([name]) => sent.has(name)))
      const fields = before.profile.role === 'buyer' && buyerType ? { ...given, buyerType } : given
      const [profile] = await changeRows(within, matchProfiles, fields)
        .where(and(eq(matchProfiles.id, params.id), eq(matchProfiles.updatedAt, stamp), own(within)))
        .returning()
      if (!profile) return throwMissedUpdate({ introduction: presentIntroduction(before) })
      await writeAudit(within, {
        action: 'update',
        entity: 'introductions',
        entityId: profile.id,
        summary: before.company.name,
        after: { fields: Object.keys(fields) },
      })
      return { introduction: presentIntroduction({ profile, company: before.company }) }
    }),

  myFairs: async (context) => ({ fairs: await myFairsOf(context) }),

  takePart: (context, { body }) =>
    context.transaction(async (within) => {
      const profile = await requireOwnProfile(within, body.role)
      const fair = await lockFair(within, body.fair)
      const [known] = await within.database
        .select({ state: participations.state })
        .from(participations)
        .where(and(eq(participations.fairId, fair.id), eq(participations.profileId, profile.id)))
        .for('no key update')
      if (!canApply({ role: body.role, state: known?.state }, fair, within.now()))
        throw new AppError('conflict', { fields: { fair: 'match_phase' } })
      const company = await ownCompany(within)
      if (body.role === 'seller' && !(await isOnProgrammeList(within, company.businessNumber)))
        throw new AppError('conflict', { fields: { role: 'match_listed' } })
      const now = within.now()
      const [row] = await within.database
        .insert(participations)
        .values({
          id: within.newId(),
          fairId: fair.id,
          profileId: profile.id,
          note: body.note,
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoUpdate({
          target: [participations.fairId, participations.profileId],
          set: {
            state: 'submitted',
            note: body.note,
            updatedAt: sql`greatest(${now.toISOString()}::timestamptz(3), ${participations.updatedAt} + interval '1 millisecond')`,
          },
          setWhere: inArray(participations.state, statesBefore('submitted')),
        })
        .returning({ id: participations.id })
      if (!row) throw new AppError('taken')
      if (body.role === 'seller') await addProductsToFairs(within, profile.id)
      const [mine] = await myFairsOf(within, row.id)
      if (!mine) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'apply',
        entity: 'participations',
        entityId: row.id,
        summary: fair.title.ko ?? '',
        after: { role: body.role },
      })
      await publishEvent(
        within,
        { users: [within.principal.userId], scope: 'console:fairs' },
        { topic: 'participations', id: row.id },
      )
      return { fair: mine }
    }),

  leave: (context, { params }) =>
    context.transaction(async (within) => {
      const [mine] = await myFairsOf(within, params.id)
      if (!mine) throw new AppError('not_found')
      await lockParticipations(within, [params.id])
      const left = await changeRows(within, participations, { state: 'withdrawn' })
        .where(
          and(
            eq(participations.id, params.id),
            inArray(participations.state, statesBefore('withdrawn')),
            sql`NOT EXISTS (SELECT FROM matchings WHERE matchings.fair_id = ${participations.fairId}
              AND ${participations.profileId} IN (matchings.seller_id, matchings.buyer_id)
              AND matchings.state IN ('requested', 'offered', 'expired', 'confirmed'))`,
          ),
        )
        .returning({ id: participations.id })
      if (left.length === 0) throw new AppError('in_use')
      await writeAudit(within, {
        action: 'withdraw',
        entity: 'participations',
        entityId: params.id,
        summary: mine.fair.title,
      })
      await publishEvent(
        within,
        { users: [within.principal.userId], scope: 'console:fairs' },
        { topic: 'participations', id: params.id },
      )
      return undefined
    }),

  async sellers(context, { params, query }) {
    context.tag('fairs', 'match', 'programmes')
    await findPublicFair(context, params.id)
    return listSellers(context, params.id, query)
  },
  async seller(context, { params }) {
    context.tag('fairs', 'match', 'programmes')
    await findPublicFair(context, params.id)
    return { seller: await getSeller(context, params.id, params.seller) }
  },
  async buyers(context, { params, query }) {
    context.tag('fairs', 'match')
    await findPublicFair(context, params.id)
    return listBuyers(context, params.id, query)
  },
  async buyer(context, { params }) {
    context.tag('fairs', 'match')
    await findPublicFair(context, params.id)
    return { buyer: await getBuyer(context, params.id, params.buyer) }
  },
}
