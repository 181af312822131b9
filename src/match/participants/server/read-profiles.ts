import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import { type CompanyRow, companies } from '#people/companies/table.ts'
import type { Introduction, Role } from '../contract.ts'
import { matchProfiles, type ProfileRow } from '../table.ts'

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

/** Returns the caller's company. Throws `conflict` if the account is not a company. */
export const requireOwnCompany = async (context: Context): Promise<CompanyRow> => {
  const company = await findCompany(context, context.principal.userId)
  if (!company) throw new AppError('conflict')
  return company
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
    contactPhone: formatPhone(facts.contactPhone),
    names,
    introduction,
    languages: facts.languages as Introduction['languages'],
    company: company.name,
    ceo: company.ceo,
    category: company.category,
    address: company.address,
  }
}
