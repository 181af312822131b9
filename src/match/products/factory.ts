import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildProfile } from '#match/participants/factory.ts'
import { matchProfiles } from '#match/participants/table.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import type { products as contract } from './contract.ts'
import { fairProducts, matchProducts, type ProductRow } from './table.ts'

interface Overrides extends Partial<ProductRow> {
  profileId: string
  /** Fairs in which the product is shown. */
  fairs?: readonly string[]
}

/** Creates a product of a seller. */
export const buildProduct = async (context: Context, { fairs = [], ...overrides }: Overrides): Promise<ProductRow> => {
  const row: ProductRow = {
    id: context.newId(),
    name: { ko: '결 찻잔', en: 'Gyeol teacup', cn: '纹理茶杯' },
    category: 'tableware',
    ingredients: { ko: '백자토' },
    color: { ko: '백색' },
    size: '80 × 80 × 60 mm',
    country: 'KR',
    releaseDate: '2025-03-02',
    awardDate: '2025-09-10',
    salesSite: null,
    retailPrice: 32_000,
    features: { ko: '손으로 빚어 결이 다릅니다.' },
    method: { ko: '물레 성형, 1,250도 소성' },
    year: 2025,
    certificate: 'award',
    pictures: [],
    visible: true,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(matchProducts).values(row)
  if (fairs.length > 0)
    await context.database
      .insert(fairProducts)
      .values(fairs.map((fairId) => ({ fairId, profileId: row.profileId, productId: row.id })))
  return row
}

/** Returns the caller's seller profile, creating it if needed. */
const ownSeller = async (context: Context) => {
  const { userId } = context.principal
  const company = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
  const [existing] = await context.database
    .select()
    .from(matchProfiles)
    .where(and(eq(matchProfiles.userId, userId), eq(matchProfiles.role, 'seller')))
  return existing ?? buildProfile(context, { userId, companyId: company.id })
}

export const samples: Samples<typeof contract> = {
  create: async (context) => {
    await ownSeller(context)
    return { body: { name: { ko: '결 찻잔' }, category: 'tableware', year: 2025, certificate: 'award' } }
  },
}
