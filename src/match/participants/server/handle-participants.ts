import { and, eq, inArray, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { findPublicFair } from '#match/fairs/server/read-fairs.ts'
import { isOnProgrammeList } from '#match/programmes/server/check-programme-list.ts'
import type { participants as contract } from '../contract.ts'
import { statesBefore } from '../rules.ts'
import { matchProfiles, participations } from '../table.ts'
import { applyToFair } from './apply-to-fair.ts'
import { listOwnFairs } from './list-own-fairs.ts'
import { getBuyer, getSeller, listBuyers, listSellers } from './list-public-companies.ts'
import { lockParticipations } from './lock-participations.ts'
import { presentIntroduction, requireOwnCompany, selectProfiles } from './read-profiles.ts'

const isOwn = (context: Context) => eq(matchProfiles.userId, context.principal.userId)

export const participantHandlers: Handlers<typeof contract> = {
  async introductions(context) {
    const rows = await selectProfiles(context).where(isOwn(context)).orderBy(matchProfiles.role)
    return { introductions: rows.map(presentIntroduction) }
  },

  join: (context, { body }) =>
    context.transaction(async (within) => {
      const company = await requireOwnCompany(within)
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
      const [before] = await selectProfiles(within).where(and(eq(matchProfiles.id, params.id), isOwn(within)))
      if (!before) throw new AppError('not_found')
      const { updatedAt: _version, ...rest } = body
      const { buyerType, ...sentFields } = Object.fromEntries(Object.entries(rest).filter(([name]) => sent.has(name)))
      const fields = before.profile.role === 'buyer' && buyerType ? { ...sentFields, buyerType } : sentFields
      const [profile] = await changeRows(within, matchProfiles, fields)
        .where(and(eq(matchProfiles.id, params.id), eq(matchProfiles.updatedAt, stamp), isOwn(within)))
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

  myFairs: async (context) => ({ fairs: await listOwnFairs(context) }),

  takePart: async (context, { body }) => ({ fair: await applyToFair(context, body) }),

  leave: (context, { params }) =>
    context.transaction(async (within) => {
      const [ownFair] = await listOwnFairs(within, params.id)
      if (!ownFair) throw new AppError('not_found')
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
        summary: ownFair.fair.title,
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
