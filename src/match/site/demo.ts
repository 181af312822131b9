import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import { assetId } from '#kit/files/assets.ts'
import type { Filling } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { toColumns } from '#kit/server/records.ts'
import { FairInput } from '#match/fairs/contract.ts'
import { fairs } from '#match/fairs/table.ts'
import type { Category } from '#match/participants/contract.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { fairProducts, matchProducts } from '#match/products/table.ts'
import { programmeEntries } from '#match/programmes/table.ts'
import { businessNumberFault } from '#people/companies/rules.ts'
import { companies } from '#people/companies/table.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { demoBuyers, demoProducts, demoSellers, said } from './demo-texts.ts'

/** The same in every installation, so that an address of the demonstration can be named. */
const demoId = (name: string): string => assetId(`match/${name}`)

const day = 24 * 3_600_000
const hour = 3_600_000

/** An instant so many days from now, at a full hour of Seoul. */
const at = (now: Date, days: number, hours: number): string => {
  const midnight = Math.floor((now.getTime() + 9 * hour) / day) * day - 9 * hour
  return new Date(midnight + days * day + hours * hour).toISOString()
}

/** Three days of meetings, in the morning and after lunch. */
const daysOf = (now: Date, first: number) => ({
  startsAt: at(now, first, 10),
  endsAt: at(now, first + 2, 17),
  sessions: [0, 1, 2].map((one) => ({ startAt: at(now, first + one, 10), endAt: at(now, first + one, 17) })),
  breaks: [0, 1, 2].map((one) => ({
    startAt: at(now, first + one, 12),
    endAt: at(now, first + one, 13),
    title: said('점심', 'Lunch', '午休'),
  })),
})

const hall = said(
  '대청무역센터 마루홀, 온라인 병행',
  'Maru Hall, Daecheong Trade Centre, and online',
  '大青贸易中心Maru馆及线上',
)

/** A fair to which buyers apply, and one that is over. */
const demoFairs = (now: Date) => [
  {
    _id: demoId('fairs/spring'),
    title: said('국제 공예 페어', 'International Craft Fair', '国际工艺展'),
    summary: said(
      '어워드 기업과 해외 바이어의 상담 행사입니다.',
      'Award companies meet buyers from abroad.',
      '大奖企业与海外买家的洽谈展会。',
    ),
    phase: 'applying' as const,
    sellersUntil: at(now, -20, 18),
    buyersUntil: at(now, 50, 18),
    ...daysOf(now, 105),
    venue: hall,
    tables: 24,
    thumbs: [assetId('products/product-06-teaset')],
  },
  {
    _id: demoId('fairs/past'),
    title: said('지난여름 소싱 페어', 'Last Summer’s Sourcing Fair', '去夏采购展'),
    summary: said('종료된 행사입니다.', 'This fair is over.', '已结束的展会。'),
    phase: 'expired' as const,
    sellersUntil: at(now, -260, 18),
    buyersUntil: at(now, -200, 18),
    ...daysOf(now, -160),
    venue: hall,
    tables: 24,
    thumbs: [assetId('products/product-12-textile')],
  },
]

/** A made-up business number with a check digit that fits. */
const numberOf = (index: number): string => {
  const digits = `00000${String(index + 1).padStart(4, '0')}`
  return `${digits}${[...'0123456789'].find((last) => businessNumberFault(digits + last) === null)}`
}

/** Accounts and companies of the demonstration; nobody knows the password, and nobody has to. */
const companyMaker = async (context: Context) => {
  const now = context.now()
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('No level member')
  const passwordHash = await hashPassword(randomUUID())
  let made = 0
  return async (company: { name: string; ceo: string; category: string; address: string }) => {
    const [userId, companyId, index] = [context.newId(), context.newId(), made]
    made += 1
    await context.database.insert(users).values({
      id: userId,
      username: `match-demo-${index + 1}`,
      name: company.ceo,
      email: `match-demo-${index + 1}@daecheong.example`,
      levelId: level.id,
      passwordHash,
      kind: 'COMPANY',
      createdAt: now,
      updatedAt: now,
    })
    const businessNumber = numberOf(index)
    await context.database
      .insert(companies)
      .values({ id: companyId, userId, ...company, businessNumber, createdAt: now, updatedAt: now })
    return { userId, companyId, businessNumber }
  }
}

/** By category, for products of the demonstration that have none. */
const pictureOf: Partial<Record<string, string>> = {
  tableware: '02-bowls',
  woodcraft: '15-tray',
  metalcraft: '03-brass',
  textile: '12-textile',
  paper: '04-lamp',
  food: '15-tray',
  beauty: '09-soap',
  living: '05-stool',
}

const addPictures = async ({ database }: Context): Promise<void> => {
  for (const [category, name] of Object.entries(pictureOf))
    await database
      .update(matchProducts)
      .set({ pictures: [assetId(`products/product-${name}`)] })
      .where(and(eq(matchProducts.category, category as Category), sql`${matchProducts.pictures} = '[]'::jsonb`))
  await database
    .update(fairs)
    .set({ thumbs: [assetId('match/hall')] })
    .where(sql`${fairs.thumbs} = '[]'::jsonb`)
}

/** What Match's pages show in a demonstration, beside the fairs in which meetings are agreed. */
export const fill = async (context: Context, { isDemo }: Filling): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const stamps = { createdAt: now, updatedAt: now }
  const makeCompany = await companyMaker(context)
  for (const { _id: id, ...fair } of demoFairs(now))
    await context.database.insert(fairs).values({ ...toColumns(fairs, FairInput.parse(fair)), id, ...stamps } as never)
  await addPictures(context)
  const shown = demoFairs(now).map(({ _id: id }) => ({ id }))
  const takePart = async (profileId: string) =>
    context.database.insert(participations).values(
      shown.map(({ id: fairId }) => ({
        id: context.newId(),
        fairId,
        profileId,
        state: 'approved' as const,
        note: '',
        reason: '',
        decidedAt: now,
        ...stamps,
      })),
    )
  for (const [index, seller] of demoSellers.entries()) {
    const { ceo, category, address } = seller
    const { userId, companyId, businessNumber } = await makeCompany({ name: seller.name.ko, ceo, category, address })
    const id = demoId(`sellers/${index + 1}`)
    await context.database.insert(matchProfiles).values({
      id,
      companyId,
      userId,
      role: 'seller',
      names: seller.name,
      introduction: seller.introduction,
      languages: seller.languages,
      categories: seller.categories,
      contactName: ceo,
      contactEmail: `seller-${index + 1}@daecheong.example`,
      contactPhone: '+82-2-000-0000',
      ...stamps,
    })
    await takePart(id)
    const own = demoProducts.filter((product) => product.seller === index)
    const selected = new Map(own.map(({ certificate, year }) => [`${certificate} ${year}`, { certificate, year }]))
    for (const { certificate, year } of selected.values())
      await context.database.insert(programmeEntries).values({
        id: context.newId(),
        programme: certificate,
        year,
        businessNumber,
        company: seller.name.ko,
        ceo,
        ...stamps,
      })
    for (const product of own) {
      const productId = demoId(`products/${product.picture}`)
      await context.database.insert(matchProducts).values({
        id: productId,
        profileId: id,
        name: product.name,
        category: product.category,
        ingredients: product.ingredients,
        color: product.color,
        size: product.size,
        releaseDate: `${product.year - 1}-09-15`,
        awardDate: `${product.year}-04-22`,
        salesSite: 'https://shop.daecheong.example',
        retailPrice: product.price,
        features: seller.introduction,
        method: said(
          '재료를 선별해 건조한 뒤 손으로 성형하고, 두 번 마감해 검수합니다. 처음 주문의 납기는 45일입니다.',
          'Materials are selected and dried, shaped by hand, finished twice and inspected. First orders take 45 days.',
          '选材干燥后手工成型，两次收整并检验。首单交期45天。',
        ),
        year: product.year,
        certificate: product.certificate,
        pictures: [assetId(`products/product-${product.picture}`)],
        ...stamps,
      })
      await context.database
        .insert(fairProducts)
        .values(shown.map(({ id: fairId }) => ({ fairId, profileId: id, productId })))
    }
  }
  for (const [index, buyer] of demoBuyers.entries()) {
    const { ceo, category, city, country, timeZone, buyerType, interests, languages, introduction, name } = buyer
    const company = await makeCompany({ name: name.ko, ceo, category, address: city })
    const id = demoId(`buyers/${index + 1}`)
    await context.database.insert(matchProfiles).values({
      id,
      companyId: company.companyId,
      userId: company.userId,
      role: 'buyer',
      country,
      timeZone,
      names: name,
      introduction,
      languages,
      buyerType,
      areaCity: city,
      interests,
      contactName: ceo,
      contactEmail: `buyer-${index + 1}@daecheong.example`,
      contactPhone: '+82-2-000-0000',
      ...stamps,
    })
    await takePart(id)
  }
}
