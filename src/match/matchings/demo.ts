import { eq } from 'drizzle-orm'
import { josa } from 'es-hangul'
import { hashPassword } from '#kit/auth/password.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { fairGuides, fairSummaries } from '#match/fairs/demo.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation } from '#match/participants/factory.ts'
import type { ProfileRow } from '#match/participants/table.ts'
import { buildProduct } from '#match/products/factory.ts'
import { buildEntry } from '#match/programmes/factory.ts'
import { createBusinessNumber } from '#people/companies/factory.ts'
import { companies } from '#people/companies/table.ts'
import { newPassword } from '#people/users/demo.ts'
import { buyers, createCompany, sellers } from './demo-companies.ts'
import { createMatching } from './demo-history.ts'
import { buildTimes } from './factory.ts'

type Localized = { ko: string; en: string; cn: string }
const hour = 3_600_000
const day = 24 * hour

const instant = (milliseconds: number) => new Date(milliseconds).toISOString()

const fairOf = (context: Context, title: Localized, days: number, phase: 'expired' | 'ongoing' | 'recruiting') => {
  const midnight = seoulDayOf(context.now().getTime()).ends + (days - 1) * day
  const span = (from: number, hours: number) => ({ startAt: instant(from), endAt: instant(from + hours * hour) })
  // Today's session starts at the current full hour, so that a meeting is about to begin whenever the demo is loaded.
  const today = Math.floor(context.now().getTime() / hour) * hour
  const first = phase === 'ongoing' ? span(today, 6) : span(midnight + 10 * hour, 7)
  const further = [1, 2].map((offset) =>
    span(Math.max(midnight + offset * day + 10 * hour, Date.parse(first.endAt) + hour), 7),
  )
  // No lunch break today: it could remove the slot that is about to begin.
  const lunches = (phase === 'ongoing' ? further : [first, ...further]).map(({ startAt }) => ({
    ...span(Date.parse(startAt) + 2 * hour, 1.5),
    title: { ko: '점심', en: 'Lunch', cn: '午餐' },
  }))
  return buildFair(context, {
    title,
    summary: fairSummaries[phase],
    body: fairGuides[phase],
    venue: { ko: '대청 무역센터 1층 마루홀', en: 'Maru Hall, Daecheong Trade Centre', cn: '大青贸易中心一层玛露厅' },
    phase,
    startsAt: first.startAt,
    endsAt: further.at(-1)?.endAt ?? first.endAt,
    sessions: [first, ...further],
    breaks: lunches,
    tables: 8,
    rooms: 12,
    categories: ['tableware', 'woodcraft', 'food', 'beauty'],
  })
}

/** Seeds past, running and upcoming fairs with companies, products and matchings in every state (`Module.seed`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const password = newPassword()
  const buyerHash = await hashPassword(password)
  const sellerProfiles: ProfileRow[] = []
  const past = await fairOf(
    context,
    { ko: '가을 소싱 페어', en: 'Autumn sourcing fair', cn: '秋季采购展' },
    -60,
    'expired',
  )
  const running = await fairOf(
    context,
    { ko: '대청 소싱 페어', en: 'Daecheong sourcing fair', cn: '大青采购展' },
    0,
    'ongoing',
  )
  const upcoming = await fairOf(
    context,
    { ko: '봄 소싱 페어', en: 'Spring sourcing fair', cn: '春季采购展' },
    60,
    'recruiting',
  )

  for (const [index, { name, category, product, price }] of sellers.entries()) {
    // The demo company account is the first seller.
    const profile = await createCompany(context, index === 0 ? 'company' : `seller-${index}`, name, {
      role: 'seller',
      categories: [category],
      introduction: {
        ko: `${josa(product.ko, '을/를')} 만드는 기업입니다.`,
        en: `Makers of the ${product.en}.`,
        cn: `${product.cn}的制造企业。`,
      },
    })
    sellerProfiles.push(profile)
    const [record] = await context.database.select().from(companies).where(eq(companies.id, profile.companyId))
    const certificate = index % 3 === 2 ? 'rookie' : 'award'
    const year = context.now().getUTCFullYear() - (index % 3)
    await buildEntry(context, {
      programme: certificate,
      year,
      businessNumber: record?.businessNumber ?? createBusinessNumber(),
      company: name.ko,
      product: product.ko,
    })
    for (const fair of [past, running, upcoming])
      await buildParticipation(context, {
        fairId: fair.id,
        profileId: profile.id,
        state: fair === upcoming && index > 4 ? 'submitted' : 'approved',
      })
    for (const [kind, factor] of [
      ['', 1],
      [' II', 1.4],
    ] as const)
      await buildProduct(context, {
        profileId: profile.id,
        name: { ko: product.ko + kind, en: product.en + kind, cn: product.cn + kind },
        category,
        year,
        certificate,
        retailPrice: Math.round((price * factor) / 100) * 100,
        fairs: [past.id, running.id, upcoming.id],
      })
  }

  const buyerProfiles: ProfileRow[] = []
  for (const [index, { name, country, timeZone, city, buyerType, interests }] of buyers.entries()) {
    const profile = await createCompany(
      context,
      index === 0 ? 'buyer' : `buyer-${index}`,
      name,
      {
        role: 'buyer',
        country,
        timeZone,
        buyerType,
        areaCity: city,
        interests,
        categories: interests,
        introduction: {
          ko: `${josa(name.ko, '은/는')} 생활용품을 유통합니다.`,
          en: `${name.en} distributes household goods.`,
          cn: `${name.cn}经营生活用品。`,
        },
      },
      index === 0 ? buyerHash : 'none',
    )
    buyerProfiles.push(profile)
    if (index === 0) accounts.push({ id: profile.userId, username: 'buyer', name: name.ko, password, level: 'member' })
    for (const fair of [past, running])
      await buildParticipation(context, {
        fairId: fair.id,
        profileId: profile.id,
        state: fair === running && index === 5 ? 'submitted' : 'approved',
        note: '매장 3곳과 온라인 몰을 운영합니다.',
      })
    if (index < 5) await buildTimes(context, { fairId: running.id, buyerId: profile.id, way: buyerType })
    await buildTimes(context, { fairId: past.id, buyerId: profile.id, way: buyerType })
  }

  const before = await listOpenSlots(context, past.id)
  const slots = await listOpenSlots(context, running.id)
  const now = context.now()
  // `soon` is the slot that begins within minutes; `later` returns slots far enough ahead to be offered.
  const soon = slots.findIndex(({ startsAt }) => startsAt > now)
  const later = (offset: number) =>
    slots[slots.findIndex(({ startsAt }) => startsAt.getTime() > now.getTime() + 26 * hour) + offset]
  const pair = (seller: number, buyer: number) => {
    const [one, other] = [sellerProfiles[seller], buyerProfiles[buyer]]
    if (!one || !other) throw new Error('The demonstration has too few companies')
    return { seller: one, buyer: other }
  }
  await createMatching(context, { fair: running, ...pair(0, 0), state: 'confirmed', slot: slots[soon] })
  await createMatching(context, {
    fair: running,
    ...pair(1, 0),
    state: 'offered',
    picks: [later(0), later(1), later(3)],
  })
  await createMatching(context, { fair: running, ...pair(2, 0), state: 'requested' })
  await createMatching(context, { fair: running, ...pair(0, 1), state: 'requested' })
  await createMatching(context, { fair: running, ...pair(0, 2), state: 'offered', picks: [later(4), later(5)] })
  await createMatching(context, { fair: running, ...pair(0, 3), state: 'confirmed', slot: slots.at(-5), place: 2 })
  await createMatching(context, { fair: running, ...pair(3, 1), state: 'declined' })
  await createMatching(context, { fair: running, ...pair(4, 2), state: 'cancelled' })
  await createMatching(context, { fair: running, ...pair(5, 3), state: 'expired' })
  await createMatching(context, { fair: running, ...pair(6, 4), state: 'confirmed', slot: slots[soon], place: 3 })
  for (const [index, at] of before.slice(0, 10).entries())
    await createMatching(context, {
      fair: past,
      ...pair(index % sellerProfiles.length, index % buyerProfiles.length),
      state: index === 7 ? 'no_show' : 'held',
      slot: at,
      place: 1,
      // Each of the two demo accounts has one meeting left to rate.
      unrated: index === 6 ? 'buyer' : index === 8 ? 'seller' : undefined,
    })
}
