import { asc, eq, sql } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { companies } from '#people/companies/table.ts'
import { matchProfiles, participations } from '../table.ts'

/** Lists companies waiting for review, oldest application first. */
export const listWaitingReviews = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:fairs')) return {}
  const { locale } = context
  const rows = await context.database
    .select({
      id: participations.id,
      at: participations.createdAt,
      role: matchProfiles.role,
      name: companies.name,
      total: sql<number>`(count(*) OVER ())::int`,
    })
    .from(participations)
    .innerJoin(matchProfiles, eq(matchProfiles.id, participations.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(eq(participations.state, 'submitted'))
    .orderBy(asc(participations.createdAt))
    .limit(5)
  const entries = rows.map(({ id, at, role, name }) => ({
    _id: id,
    title: name,
    kind: role === 'seller' ? m.participants_seller({}, { locale }) : m.participants_buyer({}, { locale }),
    at: at.toISOString(),
    to: `/console/participations/${id}`,
  }))
  return { works: [{ key: 'participants.submitted', count: rows[0]?.total ?? 0, entries }] }
}
