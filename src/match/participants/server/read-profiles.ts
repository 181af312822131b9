import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { Introduction, Role } from '../contract.ts'
import { matchProfiles, type ProfileRow, participations } from '../table.ts'

export interface ProfileWithCompany {
  profile: ProfileRow
  company: CompanyRow
}

/** Company name in the request language. */
export const localizeCompanyName = (
  context: Context,
  profile: Pick<ProfileRow, 'names'>,
  company: Pick<CompanyRow, 'name'>,
): string => textIn(context.locale, { ...profile.names, ko: company.name })

/** Returns the caller's profile in a role. Throws `conflict` if the company has not joined in it. */
export const requireOwnProfile = async (context: Context, role: Role): Promise<ProfileRow> => {
  const [row] = await context.database
    .select()
    .from(matchProfiles)
    .where(and(eq(matchProfiles.userId, context.principal.userId), eq(matchProfiles.role, role)))
  if (!row) throw new AppError('conflict')
  return row
}

/** Query of profiles with their company records. */
export const selectProfiles = (context: Context) =>
  context.database
    .select({ profile: matchProfiles, company: companies })
    .from(matchProfiles)
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))

/** Profile as seen by its own company and staff. */
export const presentIntroduction = ({ profile, company }: ProfileWithCompany): Introduction => {
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
 * Locks participations about to end, in id order to avoid deadlocks. Writing a matching locks them too, so that a
 * statement after this call sees that matching.
 */
export const lockParticipations = async (within: Context, ids: readonly string[]): Promise<void> => {
  await within.database
    .select({ id: participations.id })
    .from(participations)
    .where(inArray(participations.id, [...ids]))
    .orderBy(asc(participations.id))
    .for('update')
}

/** True if a company is on the programme list. */
export const isOnProgrammeList = async (context: Context, businessNumber: string): Promise<boolean> => {
  const { rows } = await context.database.execute(
    sql`SELECT FROM programme_entries WHERE business_number = ${businessNumber} LIMIT 1`,
  )
  return rows.length > 0
}
