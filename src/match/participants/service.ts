import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { Introduction, Role } from './contract.ts'
import { matchProfiles, type ProfileRow, participations } from './table.ts'

export interface Known {
  profile: ProfileRow
  company: CompanyRow
}

/** The name of a company in the language of the request. */
export const nameOf = (
  context: Context,
  profile: Pick<ProfileRow, 'names'>,
  company: Pick<CompanyRow, 'name'>,
): string => textIn(context.locale, { ...profile.names, ko: company.name })

/** The own profile in a role; throws `conflict` where the company has not joined in it. */
export const ownProfile = async (context: Context, role: Role): Promise<ProfileRow> => {
  const [row] = await context.database
    .select()
    .from(matchProfiles)
    .where(and(eq(matchProfiles.userId, context.principal.userId), eq(matchProfiles.role, role)))
  if (!row) throw new AppError('conflict')
  return row
}

/** Profiles with the record of their company. */
export const selectKnown = (context: Context) =>
  context.database
    .select({ profile: matchProfiles, company: companies })
    .from(matchProfiles)
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))

/** A profile as its own company, and staff, see it. */
export const presentIntroduction = ({ profile, company }: Known): Introduction => {
  const { id, userId: _user, companyId: _company, createdAt, updatedAt, names, introduction, ...facts } = profile
  return {
    _id: id,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...facts,
    names,
    introduction,
    languages: facts.languages as Introduction['languages'],
    company: company.name,
    ceo: company.ceo,
    category: company.category,
    address: company.address,
  }
}

/**
 * Takes hold of participations that may end, in one order. A matching that is being written holds them too, so that the
 * statement that comes after this sees it.
 */
export const lockParts = async (within: Context, ids: readonly string[]): Promise<void> => {
  await within.database
    .select({ id: participations.id })
    .from(participations)
    .where(inArray(participations.id, [...ids]))
    .orderBy(asc(participations.id))
    .for('update')
}

/** Whether a company is on the programme list. */
export const isListed = async (context: Context, businessNumber: string): Promise<boolean> => {
  const { rows } = await context.database.execute(
    sql`SELECT FROM programme_entries WHERE business_number = ${businessNumber} LIMIT 1`,
  )
  return rows.length > 0
}
