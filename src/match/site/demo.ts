import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { hashPassword } from '#kit/auth/password.ts'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { findBusinessNumberError } from '#kit/text/business-number.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { FairInput } from '#match/fairs/contract.ts'
import { fairGuides } from '#match/fairs/demo.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchProfiles, participations } from '#match/participants/table.ts'
import { fairProducts, matchProducts } from '#match/products/table.ts'
import type { Programme } from '#match/programmes/rules.ts'
import { programmeEntries } from '#match/programmes/table.ts'
import { companies } from '#people/companies/table.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import {
  type DemoParticipation,
  type DemoProduct,
  type DemoSeller,
  demoBuyers,
  demoMeetingCompanies,
  demoProducts,
  demoSellers,
} from './demo/demo-records.ts'

/** Fixed id, so that demonstration URLs are the same in every installation. */
const demoId = (name: string): string => assetId(`match/${name}`)
const pictureId = (name: string): string => assetId(`products/product-${name}`)

const localize = (ko: string, en: string, cn: string) => ({ ko, en, cn })

const day = 24 * 3_600_000
const hour = 3_600_000

/** Instant at a full hour in Seoul, the given number of days from today. */
const at = (now: Date, days: number, hours: number): string => {
  const midnight = seoulDayOf(now.getTime()).ends - day
  return new Date(midnight + days * day + hours * hour).toISOString()
}

/** Three days of sessions from 10 to 17 with a lunch break. */
const threeDaysFrom = (now: Date, first: number) => ({
  startsAt: at(now, first, 10),
  endsAt: at(now, first + 2, 17),
  sessions: [0, 1, 2].map((offset) => ({ startAt: at(now, first + offset, 10), endAt: at(now, first + offset, 17) })),
  breaks: [0, 1, 2].map((offset) => ({
    startAt: at(now, first + offset, 12),
    endAt: at(now, first + offset, 13),
    title: localize('점심', 'Lunch', '午休'),
  })),
})

const hall = localize(
  '대청무역센터 마루홀, 온라인 병행',
  'Maru Hall, Daecheong Trade Centre, and online',
  '大青贸易中心Maru馆及线上',
)

const fairIds = { spring: demoId('fairs/spring'), past: demoId('fairs/past') }

/** One fair that accepts buyers, and one that is over. */
const demoFairs = (now: Date) => ({
  spring: {
    title: localize('국제 공예 페어', 'International Craft Fair', '国际工艺展'),
    summary: localize(
      '어워드·루키 셀러가 식기, 직물, 목공예, 조명과 생활용품을 소개합니다. 바이어 신청을 받고 있습니다.',
      'Award and rookie sellers show tableware, textiles, woodcraft, lighting and household goods. Buyers can apply now.',
      '大奖与新锐卖家展示餐具、织物、木工艺、灯具与家居用品，现接受买家申请。',
    ),
    body: fairGuides.applying,
    phase: 'applying' as const,
    sellersUntil: at(now, -20, 18),
    buyersUntil: at(now, 50, 18),
    ...threeDaysFrom(now, 105),
    venue: hall,
    tables: 24,
    thumbs: [pictureId('06-teaset')],
  },
  past: {
    title: localize('지난여름 소싱 페어', 'Last Summer’s Sourcing Fair', '去夏采购展'),
    summary: localize(
      '셀러 25개사가 여름 식기와 침구, 선물용품을 소개했으며, 행사는 종료되었습니다.',
      'Twenty-five sellers showed summer tableware, bedding and gifts. This fair is over.',
      '二十五家卖家展示夏季餐具、寝具与礼品，本届已结束。',
    ),
    body: fairGuides.expired,
    phase: 'expired' as const,
    sellersUntil: at(now, -260, 18),
    buyersUntil: at(now, -200, 18),
    ...threeDaysFrom(now, -160),
    venue: hall,
    tables: 24,
    thumbs: [pictureId('12-textile')],
  },
})
const fairKeys = ['spring', 'past'] as const

/** Returns a fictional business number with a valid check digit. */
const numberOf = (index: number): string => {
  const digits = `00000${String(index + 1).padStart(4, '0')}`
  return `${digits}${[...'0123456789'].find((last) => findBusinessNumberError(digits + last) === null)}`
}

/** Announcement date of a programme's selection. */
const selectionDay = ([programme, year]: [Programme, number]): string =>
  `${year}-${programme === 'award' ? '04-22' : '05-20'}`

const toJson = (rows: readonly object[]): SQL => sql`${JSON.stringify(rows)}::jsonb`

/**
 * Adds texts and pictures to the companies and products of the meeting demonstration, and a picture to fairs without
 * one.
 */
const completeMeetingCompanies = async ({ database }: Context): Promise<void> => {
  await database.execute(sql`
    UPDATE match_profiles AS profile SET introduction = entry.introduction
    FROM jsonb_to_recordset(${toJson(Object.entries(demoMeetingCompanies.introductions).map(([en, introduction]) => ({ en, introduction })))})
      AS entry (en text, introduction jsonb)
    WHERE profile.names ->> 'en' = entry.en`)
  await database.execute(sql`
    UPDATE match_products AS product SET ingredients = entry.ingredients, color = entry.color, size = entry.size,
      features = entry.features, method = entry.method, pictures = entry.pictures, sales_site = entry.site,
      release_date = make_date(product.year - 1, entry.month, 10),
      award_date = CASE product.certificate WHEN 'award' THEN make_date(product.year, 4, 22) ELSE make_date(product.year, 5, 20) END
    FROM jsonb_to_recordset(${toJson(
      demoMeetingCompanies.products.map(({ picture, ...product }, index) => ({
        ...product,
        pictures: [pictureId(picture)],
        site: `https://shop.daecheong.example/match-${index + 1}`,
      })),
    )}) AS entry (ko text, size text, month integer, ingredients jsonb, color jsonb, features jsonb, method jsonb,
      pictures jsonb, site text)
    WHERE product.name ->> 'ko' = entry.ko`)
  await database
    .update(fairs)
    .set({ thumbs: [assetId('match/hall')] })
    .where(sql`${fairs.thumbs} = '[]'::jsonb`)
}

interface Company {
  name: string
  ceo: string
  category: string
  address: string
}

/** Creates the demonstration accounts and companies, each with a random, unusable password. */
const createCompanies = async (context: Context, records: readonly Company[]) => {
  const now = context.now()
  const stamps = { createdAt: now, updatedAt: now }
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('No level member')
  const levelId = level.id
  const passwordHash = await hashPassword(randomUUID())
  const newCompanies = records.map((company, index) => ({
    ...company,
    id: context.newId(),
    userId: context.newId(),
    businessNumber: numberOf(index),
    ...stamps,
  }))
  await context.database.insert(users).values(
    newCompanies.map(({ userId, ceo }, index) => ({
      id: userId,
      username: `match-demo-${index + 1}`,
      name: ceo,
      email: `match-demo-${index + 1}@daecheong.example`,
      levelId,
      passwordHash,
      kind: 'COMPANY' as const,
      ...stamps,
    })),
  )
  await context.database.insert(companies).values(newCompanies)
  return newCompanies
}

/** Programmes that selected a seller, each with one of its products. */
const selectionsOf = ({ key }: DemoSeller): DemoProduct[] => {
  const products = demoProducts.filter(({ seller }) => seller === key)
  return [...new Map(products.map((product) => [product.selected.join(' '), product])).values()]
}

/** Seeds the demonstration data of the Match pages. The fairs with meetings are seeded by the matchings module. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const { database } = context
  const now = context.now()
  const stamps = { createdAt: now, updatedAt: now }
  await completeMeetingCompanies(context)
  const fairInputs = demoFairs(now)
  await insertRecords(
    context,
    fairs,
    FairInput,
    fairKeys.map((key) => fairInputs[key]),
    fairKeys.map((key) => fairIds[key]),
  )

  const accounts = await createCompanies(context, [
    ...demoSellers.map(({ name, ceo, category, address }) => ({ name: name.ko, ceo, category, address })),
    ...demoBuyers.map(({ name, ceo, category, city }) => ({ name: name.ko, ceo, category, address: city })),
  ])
  const accountAt = (index: number) => {
    const company = accounts[index]
    if (!company) throw new Error('A company is missing')
    return company
  }
  const sellers = demoSellers.map((seller, index) => ({
    ...seller,
    id: demoId(`sellers/${index + 1}`),
    company: accountAt(index),
  }))
  const buyers = demoBuyers.map((buyer, index) => ({
    ...buyer,
    id: demoId(`buyers/${index + 1}`),
    company: accountAt(demoSellers.length + index),
  }))

  await database.insert(matchProfiles).values([
    ...sellers.map(({ id, company, name, introduction, languages, categories, ceo }, index) => ({
      id,
      companyId: company.id,
      userId: company.userId,
      role: 'seller' as const,
      names: name,
      introduction,
      languages,
      categories,
      contactName: ceo,
      contactEmail: `seller-${index + 1}@daecheong.example`,
      contactPhone: '+8220000000',
      ...stamps,
    })),
    ...buyers.map(({ id, company, name, ceo, city, phone, ...buyer }, index) => ({
      id,
      companyId: company.id,
      userId: company.userId,
      role: 'buyer' as const,
      country: buyer.country,
      timeZone: buyer.timeZone,
      names: name,
      introduction: buyer.introduction,
      languages: buyer.languages,
      buyerType: buyer.buyerType,
      areaCity: city,
      interests: buyer.interests,
      contactName: ceo,
      contactEmail: `buyer-${index + 1}@daecheong.example`,
      contactPhone: normalizePhone(phone) ?? '',
      ...stamps,
    })),
  ])
  await database.insert(programmeEntries).values(
    sellers.flatMap((seller) =>
      selectionsOf(seller).map(({ selected: [programme, year], name }) => ({
        id: context.newId(),
        programme,
        year,
        businessNumber: seller.company.businessNumber,
        company: seller.name.ko,
        ceo: seller.ceo,
        category: seller.category,
        address: seller.address,
        product: name.ko,
        ...stamps,
      })),
    ),
  )

  const partIn = (
    key: (typeof fairKeys)[number],
    parts: { [fair in typeof key]?: DemoParticipation } = {},
  ): DemoParticipation => {
    const part = parts[key]
    return part === undefined ? { state: 'approved' } : part
  }
  await database.insert(participations).values(
    [...sellers, ...buyers].flatMap(({ id: profileId, parts }) =>
      fairKeys.flatMap((key) => {
        const part = partIn(key, parts)
        const isDecided = part && part.state !== 'submitted' && part.state !== 'withdrawn'
        return part
          ? {
              id: context.newId(),
              fairId: fairIds[key],
              profileId,
              state: part.state,
              note: part.note ?? '',
              reason: part.reason ?? '',
              decidedAt: isDecided ? now : null,
              ...stamps,
            }
          : []
      }),
    ),
  )

  const products = demoProducts.map((product) => {
    const seller = sellers.find(({ key }) => key === product.seller)
    if (!seller) throw new Error(`No seller ${product.seller}`)
    return { ...product, id: demoId(`products/${product.key}`), seller }
  })
  await database.insert(matchProducts).values(
    products.map(({ id, key, seller, selected, pictures, released, price, ...product }) => ({
      id,
      profileId: seller.id,
      name: product.name,
      category: product.category,
      ingredients: product.ingredients,
      color: product.color,
      size: product.size,
      releaseDate: released,
      awardDate: selectionDay(selected),
      salesSite: `https://shop.daecheong.example/${key}`,
      retailPrice: price,
      features: product.features,
      method: product.method,
      year: selected[1],
      certificate: selected[0],
      pictures: pictures.map(pictureId),
      ...stamps,
    })),
  )
  await database
    .insert(fairProducts)
    .values(
      products.flatMap(({ id: productId, seller }) =>
        fairKeys.flatMap((key) =>
          partIn(key, seller.parts) ? { fairId: fairIds[key], profileId: seller.id, productId } : [],
        ),
      ),
    )
}
