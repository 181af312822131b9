import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { companies } from '#people/companies/table.ts'
import type { Buyer, BuyerLine, Role, Seller, SellerLine } from '../contract.ts'
import { matchProfiles, participations } from '../table.ts'
import { localizeCompanyName, type ProfileWithCompany, selectProfiles } from './read-profiles.ts'

interface Found {
  page: number
  limit: number
  q?: string | undefined
  category?: string | undefined
  language?: string | undefined
  country?: string | undefined
}

type Certificate = SellerLine['certificates'][number]

const lengthOfSummary = 160

/** Loads the programme entries of companies (by business number) and their product counts in a fair. */
const sellersFacts = async (context: Context, found: readonly ProfileWithCompany[], fairId: string) => {
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

const introductionOf = (context: Context, { profile }: ProfileWithCompany) =>
  textIn(context.locale, profile.introduction)

const lineOf = (context: Context, known: ProfileWithCompany) => {
  const { profile, company } = known
  return {
    _id: profile.id,
    role: profile.role,
    name: localizeCompanyName(context, profile, company),
    country: profile.country,
    category: company.category,
    categories: profile.categories,
    languages: profile.languages as SellerLine['languages'],
    summary: introductionOf(context, known).slice(0, lengthOfSummary),
  }
}

const factsOf = (context: Context, known: ProfileWithCompany) => ({
  ceo: known.company.ceo,
  address: known.company.address,
  website: known.profile.website,
  introduction: introductionOf(context, known),
  timeZone: known.profile.timeZone,
})

const buyerLineOf = (context: Context, known: ProfileWithCompany): BuyerLine => ({
  ...lineOf(context, known),
  buyerType: known.profile.buyerType ?? 'online',
  areaCity: known.profile.areaCity,
  areaDistrict: known.profile.areaDistrict,
  interests: known.profile.interests,
})

const isIn = (fairId: string): SQL => sql`EXISTS (SELECT FROM ${participations}
  WHERE ${participations.fairId} = ${fairId}::uuid AND ${participations.profileId} = ${matchProfiles.id}
    AND ${participations.state} = 'approved')`

/** Returns a page of the approved companies of a fair in one role, sorted by name. */
const findPage = async (context: Context, fairId: string, role: Role, query: Found, further?: SQL) => {
  const wanted = role === 'seller' ? matchProfiles.categories : matchProfiles.interests
  const where = and(
    eq(matchProfiles.role, role),
    isIn(fairId),
    query.category ? sql`${query.category} = ANY (${wanted})` : undefined,
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
    further,
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

const findOne = async (context: Context, fairId: string, role: Role, id: string): Promise<ProfileWithCompany> => {
  const [known] = await selectProfiles(context).where(
    and(eq(matchProfiles.id, id), eq(matchProfiles.role, role), isIn(fairId)),
  )
  if (!known) throw new AppError('not_found')
  return known
}

const presentSellers = async (
  context: Context,
  found: readonly ProfileWithCompany[],
  fairId: string,
): Promise<SellerLine[]> => {
  const facts = await sellersFacts(context, found, fairId)
  return found.map((known) => ({
    ...lineOf(context, known),
    ...(facts.get(known.profile.id) ?? { certificates: [], products: 0 }),
  }))
}

/** Lists the sellers of a fair. */
export const listSellers = async (
  context: Context,
  fairId: string,
  { programme, ...query }: Found & { programme?: string | undefined },
) => {
  const further = programme
    ? sql`EXISTS (SELECT FROM programme_entries AS entry
        WHERE entry.business_number = ${companies.businessNumber} AND entry.programme = ${programme})`
    : undefined
  const { found, ...paging } = await findPage(context, fairId, 'seller', query, further)
  return { sellers: await presentSellers(context, found, fairId), ...paging }
}

/** Returns a seller of a fair. Throws `not_found`. */
export const getSeller = async (context: Context, fairId: string, id: string): Promise<Seller> => {
  const known = await findOne(context, fairId, 'seller', id)
  const [line] = await presentSellers(context, [known], fairId)
  if (!line) throw new AppError('not_found')
  return { ...line, ...factsOf(context, known) }
}

/** Lists the buyers of a fair. */
export const listBuyers = async (
  context: Context,
  fairId: string,
  { buyerType, ...query }: Found & { buyerType?: 'online' | 'offline' | undefined },
) => {
  const further = buyerType ? eq(matchProfiles.buyerType, buyerType) : undefined
  const { found, ...paging } = await findPage(context, fairId, 'buyer', query, further)
  return { buyers: found.map((known) => buyerLineOf(context, known)), ...paging }
}

/** Returns a buyer of a fair. Throws `not_found`. */
export const getBuyer = async (context: Context, fairId: string, id: string): Promise<Buyer> => {
  const known = await findOne(context, fairId, 'buyer', id)
  return { ...buyerLineOf(context, known), ...factsOf(context, known) }
}
