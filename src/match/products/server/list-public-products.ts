import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import { isPublicFair } from '#match/fairs/server/read-fairs.ts'
import { fairs } from '#match/fairs/table.ts'
import type { Category } from '#match/participants/contract.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import type { Programme } from '#match/programmes/contract.ts'
import { companies } from '#people/companies/table.ts'
import type { Product, ProductLine } from '../contract.ts'
import { fairProducts, matchProducts, type ProductRow } from '../table.ts'

interface ProductQuery {
  page: number
  limit: number
  q?: string | undefined
  category?: Category | undefined
  certificate?: Programme | undefined
  year?: number | undefined
  seller?: string | undefined
}

/** Condition for products visible to visitors: in a public fair, from a seller approved there. */
const isPublicProduct = (fairId?: string): SQL => sql`${matchProducts.visible} AND EXISTS (
  SELECT FROM fair_products AS shown
  JOIN participations AS part ON part.fair_id = shown.fair_id AND part.profile_id = shown.profile_id
  JOIN fairs AS fair ON fair.id = shown.fair_id
  WHERE shown.product_id = ${matchProducts.id} AND part.state = 'approved' AND fair.visible AND fair.phase <> 'draft'
    AND ${fairId === undefined ? sql`true` : sql`fair.id = ${fairId}::uuid`})`

interface ProductRecord {
  product: ProductRow
  company: string
  names: { en?: string | undefined; cn?: string | undefined }
}

const presentLine = (
  context: Context,
  { product, company, names }: ProductRecord,
  pictures: Awaited<ReturnType<typeof findFiles>>,
): ProductLine => ({
  ...localize(context.locale, { name: product.name }),
  _id: product.id,
  category: product.category,
  year: product.year,
  certificate: product.certificate,
  retailPrice: product.retailPrice,
  country: product.country,
  picture: pictureOf(pictures, product.pictures[0]),
  seller: { _id: product.profileId, name: textIn(context.locale, { ...names, ko: company }) },
})

const selectProducts = (context: Context) =>
  context.database
    .select({ product: matchProducts, company: companies.name, names: matchProfiles.names })
    .from(matchProducts)
    .innerJoin(matchProfiles, eq(matchProfiles.id, matchProducts.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))

/** Returns a page of public products, of one fair or of all. */
export const listPublicProducts = async (
  context: Context,
  { page, limit, ...query }: ProductQuery,
  fairId?: string,
) => {
  const where = and(
    isPublicProduct(fairId),
    query.category ? eq(matchProducts.category, query.category) : undefined,
    query.certificate ? eq(matchProducts.certificate, query.certificate) : undefined,
    query.year ? eq(matchProducts.year, query.year) : undefined,
    query.seller ? eq(matchProducts.profileId, query.seller) : undefined,
    query.q
      ? containsWords(
          [translationsOf(matchProducts.name), translationsOf(matchProducts.features), companies.name],
          query.q,
        )
      : undefined,
  )
  const rows = await selectProducts(context)
    .where(where)
    .orderBy(desc(matchProducts.year), desc(matchProducts.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const [counted] = await context.database
    .select({ total: sql<number>`count(*)::int` })
    .from(matchProducts)
    .innerJoin(matchProfiles, eq(matchProfiles.id, matchProducts.profileId))
    .innerJoin(companies, eq(companies.id, matchProfiles.companyId))
    .where(where)
  const pictures = await findFiles(
    context,
    rows.map(({ product }) => product.pictures[0] ?? null),
  )
  return { products: rows.map((row) => presentLine(context, row, pictures)), total: counted?.total ?? 0, page, limit }
}

/** Returns a public product, in a fair or in any. Throws `not_found`. */
export const getPublicProduct = async (context: Context, id: string, fairId?: string): Promise<Product> => {
  const [row] = await selectProducts(context).where(and(eq(matchProducts.id, id), isPublicProduct(fairId)))
  if (!row) throw new AppError('not_found')
  const { product } = row
  const pictures = await findFiles(context, product.pictures)
  const fairRows = await context.database
    .select({ id: fairs.id, title: fairs.title, phase: fairs.phase, startsAt: fairs.startsAt })
    .from(fairProducts)
    .innerJoin(fairs, eq(fairs.id, fairProducts.fairId))
    .innerJoin(
      participations,
      and(eq(participations.fairId, fairProducts.fairId), eq(participations.profileId, fairProducts.profileId)),
    )
    .where(and(eq(fairProducts.productId, id), eq(participations.state, 'approved'), isPublicFair))
    .orderBy(desc(fairs.startsAt))
  const {
    name: _name,
    lang: _lang,
    ...texts
  } = localize(context.locale, {
    name: product.name,
    ingredients: product.ingredients,
    color: product.color,
    features: product.features,
    method: product.method,
  })
  return {
    ...presentLine(context, row, pictures),
    ...texts,
    size: product.size,
    releaseDate: product.releaseDate,
    awardDate: product.awardDate,
    salesSite: product.salesSite,
    pictures: product.pictures.flatMap((picture) => pictureOf(pictures, picture) ?? []),
    fairs: fairRows.map((fair) => ({
      _id: fair.id,
      title: textIn(context.locale, fair.title),
      phase: fair.phase,
      startsAt: fair.startsAt.toISOString(),
    })),
  }
}
