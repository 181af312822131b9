import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { companies } from '#people/companies/table.ts'
import type { Buyer, BuyerLine, Role, Seller, SellerLine } from '../contract.ts'
import { matchProfiles, participations } from '../table.ts'
import { localizeCompanyName, type ProfileWithCompany, selectProfiles } from './read-profiles.ts'

interface CompanyQuery {
  page: number
  limit: number
  q?: string | undefined
  category?: string | undefined
  language?: string | undefined
  country?: string | undefined
}

type Certificate = SellerLine['certificates'][number]

const maxSummaryLength = 160

/** Loads the programme entries of companies (by business number) and their product counts in a fair. */
const loadSellerFacts = async (context: Context, found: readonly ProfileWithCompany[], fairId: string) => {
  if (found.length === 0) return new Map<string, { certificates: Certificate[]; products: number }>()
  const ids = sql.join(
    found.map(({ profile }) => sql`${profile.id}::uuid`),
    sql`, `,
  )
  const { rows } = await context.database.execute<{ id: string; certificates: Certificate[]; products: number }>(sql`
    SELECT profile.id,
      coalesce((SELECT jsonb_agg(jsonb_build_object('programme', programme, 'year', year) ORDER BY year DESC, programme)
        FROM programme_entries AS entry WHERE entry.business_number = company.business_number), '[]') AS certificates,
      (SELECT count(*)::int FROM fair_products AS shown JOIN match_products AS product ON product.id = shown.product_id
        WHERE shown.fair_id = ${fairId}::uuid AND shown.profile_id = profile.id AND product.visible) AS products
    FROM match_profiles AS profile JOIN companies AS company ON company.id = profile.company_id
    WHERE profile.id IN (${ids})`)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

const getIntroduction = (context: Context, { profile }: ProfileWithCompany) =>
  textIn(context.locale, profile.introduction)

const presentLine = (context: Context, row: ProfileWithCompany) => {
  const { profile, company } = row
  return {
    _id: profile.id,
    role: profile.role,
    name: localizeCompanyName(context, profile, company),
    country: profile.country,
    category: company.category,
    categories: profile.categories,
    languages: profile.languages as SellerLine['languages'],
    summary: getIntroduction(context, row).slice(0, maxSummaryLength),
  }
}

const presentDetails = (context: Context, row: ProfileWithCompany) => ({
  ceo: row.company.ceo,
  address: row.company.address,
  website: row.profile.website,
  introduction: getIntroduction(context, row),
  timeZone: row.profile.timeZone,
})

const presentBuyerLine = (context: Context, row: ProfileWithCompany): BuyerLine => ({
  ...presentLine(context, row),
  buyerType: row.profile.buyerType ?? 'online',
  areaCity: row.profile.areaCity,
  areaDistrict: row.profile.areaDistrict,
  interests: row.profile.interests,
})

const isApprovedIn = (fairId: string): SQL => sql`EXISTS (SELECT FROM ${participations}
  WHERE ${participations.fairId} = ${fairId}::uuid AND ${participations.profileId} = ${matchProfiles.id}
    AND ${participations.state} = 'approved')`

/** Returns a page of the approved companies of a fair in one role, sorted by name. */
const findPage = async (context: Context, fairId: string, role: Role, query: CompanyQuery, condition?: SQL) => {
  const offered = role === 'seller' ? matchProfiles.categories : matchProfiles.interests
  const where = and(
    eq(matchProfiles.role, role),
    isApprovedIn(fairId),
    query.category ? sql`${query.category} = ANY (${offered})` : undefined,
    query.language ? sql`${query.language} = ANY (${matchProfiles.languages})` : undefined,
    query.country ? eq(matchProfiles.country, query.country) : undefined,
    query.q
      ? containsWords(
          [
            companies.name,
            companies.category,
            translationsOf(matchProfiles.names),
            translationsOf(matchProfiles.introduction),
          ],
          query.q,
        )
      : undefined,
    condition,
  )
  const { page, limit } = query
  const found = await selectProfiles(context)
    .where(where)
    .orderBy(asc(companies.name), asc(matchProfiles.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await context.database
    .select({ total: sql<number>`count(*)::int` })
    .from(matchProfiles)
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(where)
  return { found, total: counted?.total ?? 0, page, limit }
}

const findCompanyIn = async (context: Context, fairId: string, role: Role, id: string): Promise<ProfileWithCompany> => {
  const [row] = await selectProfiles(context).where(
    and(eq(matchProfiles.id, id), eq(matchProfiles.role, role), isApprovedIn(fairId)),
  )
  if (!row) throw new AppError('not_found')
  return row
}

const presentSellers = async (
  context: Context,
  found: readonly ProfileWithCompany[],
  fairId: string,
): Promise<SellerLine[]> => {
  const facts = await loadSellerFacts(context, found, fairId)
  return found.map((row) => ({
    ...presentLine(context, row),
    ...(facts.get(row.profile.id) ?? { certificates: [], products: 0 }),
  }))
}

/** Lists the sellers of a fair. */
export const listSellers = async (
  context: Context,
  fairId: string,
  { programme, ...query }: CompanyQuery & { programme?: string | undefined },
) => {
  const condition = programme
    ? sql`EXISTS (SELECT FROM programme_entries AS entry
        WHERE entry.business_number = ${companies.businessNumber} AND entry.programme = ${programme})`
    : undefined
  const { found, ...paging } = await findPage(context, fairId, 'seller', query, condition)
  return { sellers: await presentSellers(context, found, fairId), ...paging }
}

/** Returns a seller of a fair. Throws `not_found`. */
export const getSeller = async (context: Context, fairId: string, id: string): Promise<Seller> => {
  const row = await findCompanyIn(context, fairId, 'seller', id)
  const [line] = await presentSellers(context, [row], fairId)
  if (!line) throw new AppError('not_found')
  return { ...line, ...presentDetails(context, row) }
}

/** Lists the buyers of a fair. */
export const listBuyers = async (
  context: Context,
  fairId: string,
  { buyerType, ...query }: CompanyQuery & { buyerType?: 'online' | 'offline' | undefined },
) => {
  const condition = buyerType ? eq(matchProfiles.buyerType, buyerType) : undefined
  const { found, ...paging } = await findPage(context, fairId, 'buyer', query, condition)
  return { buyers: found.map((row) => presentBuyerLine(context, row)), ...paging }
}

/** Returns a buyer of a fair. Throws `not_found`. */
export const getBuyer = async (context: Context, fairId: string, id: string): Promise<Buyer> => {
  const row = await findCompanyIn(context, fairId, 'buyer', id)
  return { ...presentBuyerLine(context, row), ...presentDetails(context, row) }
}
