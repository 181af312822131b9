import { randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { josa } from 'es-hangul'
import { hashPassword } from '#kit/auth/password.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { fairGuides, fairSummaries } from '#match/fairs/demo.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import type { FairRow, SlotRow } from '#match/fairs/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import type { Category } from '#match/participants/rules.ts'
import type { ProfileRow } from '#match/participants/table.ts'
import { buildProduct } from '#match/products/factory.ts'
import { buildEntry } from '#match/programmes/factory.ts'
import { newBusinessNumber } from '#people/companies/factory.ts'
import { companies } from '#people/companies/table.ts'
import { levels } from '#people/levels/table.ts'
import { newPassword } from '#people/users/demo.ts'
import { users } from '#people/users/table.ts'
import { buildMatching, buildTimes } from './factory.ts'
import type { MatchingState, Side } from './rules.ts'
import {
  type EventTime,
  matchingAgreements,
  matchingEvents,
  matchingPicks,
  matchingRatings,
  matchingTasks,
} from './table.ts'

type Localized = { ko: string; en: string; cn: string }
const hour = 3_600_000
const day = 24 * hour

const instant = (milliseconds: number) => new Date(milliseconds).toISOString()

const sellers: readonly { name: Localized; category: Category; made: Localized; price: number }[] = [
  {
    name: { ko: '(주)구운결', en: 'Guungyeol', cn: '烧纹陶坊' },
    category: 'tableware',
    made: { ko: '결 찻잔', en: 'Gyeol teacup', cn: '纹理茶杯' },
    price: 32_000,
  },
  {
    name: { ko: '누리옻칠', en: 'Nuri Lacquer', cn: '努里漆艺' },
    category: 'woodcraft',
    made: { ko: '옻칠 쟁반', en: 'Lacquered tray', cn: '漆托盘' },
    price: 86_000,
  },
  {
    name: { ko: '가온유기', en: 'Gaon Brass', cn: '佳温铜器' },
    category: 'metalcraft',
    made: { ko: '유기 수저 세트', en: 'Brass cutlery set', cn: '铜制餐具' },
    price: 74_000,
  },
  {
    name: { ko: '다올직물', en: 'Daol Textile', cn: '多兀织物' },
    category: 'textile',
    made: { ko: '모시 식탁보', en: 'Ramie tablecloth', cn: '苎麻桌布' },
    price: 58_000,
  },
  {
    name: { ko: '새물종이', en: 'Saemul Paper', cn: '新水纸业' },
    category: 'paper',
    made: { ko: '한지 조명', en: 'Hanji lamp', cn: '韩纸灯' },
    price: 120_000,
  },
  {
    name: { ko: '온새미식품', en: 'Onsaemi Foods', cn: '温塞米食品' },
    category: 'food',
    made: { ko: '들깨 과자', en: 'Perilla biscuits', cn: '紫苏饼干' },
    price: 9_800,
  },
  {
    name: { ko: '윤슬화장품', en: 'Yunseul Beauty', cn: '润瑟美妆' },
    category: 'beauty',
    made: { ko: '쑥 비누', en: 'Mugwort soap', cn: '艾草皂' },
    price: 14_000,
  },
  {
    name: { ko: '마루생활', en: 'Maru Living', cn: '玛露生活' },
    category: 'living',
    made: { ko: '느티나무 의자', en: 'Zelkova stool', cn: '榉木凳' },
    price: 210_000,
  },
]

const buyers: readonly {
  name: Localized
  country: string
  zone: string
  city: string
  way: 'online' | 'offline'
  wants: Category[]
}[] = [
  {
    name: { ko: '노드하임 상사', en: 'Nordheim Trading', cn: '诺德海姆商社' },
    country: 'DE',
    zone: 'Europe/Berlin',
    city: 'Berlin',
    way: 'online',
    wants: ['tableware', 'woodcraft'],
  },
  {
    name: { ko: '베이사이드 마켓', en: 'Bayside Market', cn: '湾畔市集' },
    country: 'US',
    zone: 'America/Los_Angeles',
    city: 'California',
    way: 'online',
    wants: ['food', 'beauty'],
  },
  {
    name: { ko: '명하 무역', en: 'Minghe Trading', cn: '明河贸易' },
    country: 'CN',
    zone: 'Asia/Shanghai',
    city: '上海市',
    way: 'online',
    wants: ['beauty', 'tableware'],
  },
  {
    name: { ko: '하나이로 상점', en: 'Hanairo Store', cn: '花色商店' },
    country: 'JP',
    zone: 'Asia/Tokyo',
    city: '東京都',
    way: 'offline',
    wants: ['paper', 'textile'],
  },
  {
    name: { ko: '한들 편집숍', en: 'Handeul Select', cn: '韩德精选店' },
    country: 'KR',
    zone: 'Asia/Seoul',
    city: '서울특별시',
    way: 'offline',
    wants: ['living', 'tableware'],
  },
  {
    name: { ko: '템스 홈', en: 'Thames Home', cn: '泰晤士家居' },
    country: 'GB',
    zone: 'Europe/London',
    city: 'London',
    way: 'online',
    wants: ['living', 'textile'],
  },
]

/** Creates a company with its account and profile. An account without a password hash cannot log in. */
const company = async (
  context: Context,
  username: string,
  name: Localized,
  profile: Partial<ProfileRow> & { role: 'seller' | 'buyer' },
  passwordHash = 'none',
): Promise<ProfileRow> => {
  const [known] = await context.database.select().from(users).where(eq(users.username, username))
  const [level] = await context.database.select({ id: levels.id }).from(levels).where(eq(levels.key, 'member'))
  if (!level) throw new Error('No level member')
  const now = context.now()
  const userId = known?.id ?? context.newId()
  if (!known)
    await context.database.insert(users).values({
      id: userId,
      username,
      name: name.ko,
      email: `${username}@match.example`,
      levelId: level.id,
      passwordHash,
      kind: 'COMPANY',
      createdAt: now,
      updatedAt: now,
    })
  const [record] = await context.database.select().from(companies).where(eq(companies.userId, userId))
  const facts = {
    userId,
    ...(record && { companyId: record.id }),
    names: { en: name.en, cn: name.cn },
    contactEmail: `${username}@match.example`,
    ...profile,
  }
  return buildProfile(context, {
    ...facts,
    company: {
      name: name.ko,
      ceo: '한결',
      businessNumber: newBusinessNumber(),
      category: '생활용품',
      address: '주소 00',
    },
  })
}

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

interface Story {
  fair: FairRow
  seller: ProfileRow
  buyer: ProfileRow
  state: MatchingState
  slot?: SlotRow | undefined
  picks?: readonly (SlotRow | undefined)[]
  place?: number
  /** Side that has not rated the meeting yet. */
  unrated?: Side | undefined
}

const actions: Record<MatchingState, string> = {
  requested: 'request',
  offered: 'offer',
  confirmed: 'confirm',
  held: 'rate',
  no_show: 'report',
  declined: 'decline',
  cancelled: 'cancel',
  expired: 'expire',
}

const reasons: Record<string, string> = {
  decline: '일정이 맞지 않습니다.',
  cancel: '출장이 잡혔습니다.',
  report: '시작 20분 뒤까지 입장하지 않았습니다.',
}

const actors: Partial<Record<MatchingState, 'seller' | 'system'>> = {
  declined: 'seller',
  offered: 'seller',
  expired: 'system',
}

/** True for states after a meeting: earlier events lie days before it, the last one an hour after its end. */
const isOver = (state: MatchingState): boolean => state === 'held' || state === 'no_show'

const tell = async (context: Context, story: Story) => {
  const { fair, seller, buyer, state, slot, picks = [], place = 1, unrated } = story
  const way = buyer.buyerType ?? 'online'
  const over = slot && isOver(state) ? slot : null
  const last = over ? new Date(over.endsAt.getTime() + hour) : new Date(context.now().getTime() - hour)
  const before = (days: number) => (over ? new Date(over.startsAt.getTime() - days * day) : null)
  const requestedAt = before(9) ?? new Date(context.now().getTime() - 5 * hour)
  const row = await buildMatching(context, {
    fairId: fair.id,
    sellerId: seller.id,
    buyerId: buyer.id,
    state,
    message: '견본과 최소 주문 수량을 알고 싶습니다.',
    createdAt: requestedAt,
    updatedAt: state === 'requested' ? requestedAt : last,
    ...(slot && { way, slotId: slot.id, startsAt: slot.startsAt, endsAt: slot.endsAt, place, sequence: 1 }),
    ...(state === 'offered' && { heldUntil: new Date(context.now().getTime() + 20 * hour) }),
  })
  for (const [index, pick] of picks.entries())
    if (pick)
      await context.database.insert(matchingPicks).values({
        matchingId: row.id,
        position: index + 1,
        fairId: fair.id,
        buyerId: buyer.id,
        slotId: pick.id,
        way,
      })
  const timeOf = (at: SlotRow): EventTime => ({
    startAt: at.startsAt.toISOString(),
    endAt: at.endsAt.toISOString(),
    way,
  })
  const past = (minutes: number) => new Date(last.getTime() + (60 - minutes) * 60_000)
  const note = (action: string, side: 'buyer' | 'seller' | 'system', to: MatchingState, at: Date) =>
    context.database.insert(matchingEvents).values({
      id: context.newId(),
      matchingId: row.id,
      action,
      side,
      toState: to,
      reason: reasons[action] ?? '',
      times: slot ? [timeOf(slot)] : picks.flatMap((pick) => (pick ? [timeOf(pick)] : [])),
      createdAt: at,
      updatedAt: at,
    })
  await note('request', 'buyer', 'requested', requestedAt)
  // An offer and a confirmation precede every meeting.
  if (slot) await note('offer', 'seller', 'offered', before(8) ?? past(180))
  const confirmedAt = before(7)
  if (confirmedAt) await note('confirm', 'buyer', 'confirmed', confirmedAt)
  if (state !== 'requested')
    await note(actions[state], unrated === 'buyer' ? 'seller' : (actors[state] ?? 'buyer'), state, last)
  if (state === 'held') {
    const lines = [
      ['seller', '첫 주문 80점, 점당 미화 41달러'],
      ['seller', '견본 두 점, 다음 달 4일까지 발송'],
      ['buyer', '납기는 주문 후 6주'],
    ] as const
    for (const [index, [writtenBy, text]] of lines.entries()) {
      // Written during the meeting.
      const at = past(130 - 5 * index)
      // The last line still waits for the other side.
      const isBoth = index < lines.length - 1
      await context.database.insert(matchingAgreements).values({
        id: context.newId(),
        matchingId: row.id,
        text,
        writtenBy,
        sellerAt: isBoth || writtenBy === 'seller' ? at : null,
        buyerAt: isBoth || writtenBy === 'buyer' ? at : null,
        createdAt: at,
        updatedAt: at,
      })
    }
    const tasks = [
      ['seller', '견적서 보내기', 4, true],
      ['buyer', '견본 색 확정', 10, false],
      ['seller', '견본 두 점 발송', 14, false],
    ] as const
    for (const [owner, text, days, isDone] of tasks)
      await context.database.insert(matchingTasks).values({
        id: context.newId(),
        matchingId: row.id,
        text,
        owner,
        due: new Date(context.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
        writtenBy: 'seller',
        doneAt: isDone ? past(-1440) : null,
        createdAt: past(121),
        updatedAt: isDone ? past(-1440) : past(121),
      })
    for (const side of (['buyer', 'seller'] as const).filter((one) => one !== unrated))
      await context.database.insert(matchingRatings).values({
        matchingId: row.id,
        side,
        fit: 3 + randomInt(3),
        preparation: 4,
        outcome: 4,
        line: '',
        createdAt: last,
      })
  }
}

/** Seeds past, running and upcoming fairs with companies, products and matchings in every state (`Module.fill`). */
export const seed = async (context: Context, { isDemo, accounts }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const password = newPassword()
  const buyerHash = await hashPassword(password)
  const sold: ProfileRow[] = []
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
  const coming = await fairOf(
    context,
    { ko: '봄 소싱 페어', en: 'Spring sourcing fair', cn: '春季采购展' },
    60,
    'recruiting',
  )

  for (const [index, { name, category, made, price }] of sellers.entries()) {
    // The demo company account is the first seller.
    const profile = await company(context, index === 0 ? 'company' : `seller-${index}`, name, {
      role: 'seller',
      categories: [category],
      introduction: {
        ko: `${josa(made.ko, '을/를')} 만드는 기업입니다.`,
        en: `Makers of the ${made.en}.`,
        cn: `${made.cn}的制造企业。`,
      },
    })
    sold.push(profile)
    const [record] = await context.database.select().from(companies).where(eq(companies.id, profile.companyId))
    const certificate = index % 3 === 2 ? 'rookie' : 'award'
    const year = context.now().getUTCFullYear() - (index % 3)
    await buildEntry(context, {
      programme: certificate,
      year,
      businessNumber: record?.businessNumber ?? newBusinessNumber(),
      company: name.ko,
      product: made.ko,
    })
    for (const fair of [past, running, coming])
      await buildParticipation(context, {
        fairId: fair.id,
        profileId: profile.id,
        state: fair === coming && index > 4 ? 'submitted' : 'approved',
      })
    for (const [kind, factor] of [
      ['', 1],
      [' II', 1.4],
    ] as const)
      await buildProduct(context, {
        profileId: profile.id,
        name: { ko: made.ko + kind, en: made.en + kind, cn: made.cn + kind },
        category,
        year,
        certificate,
        retailPrice: Math.round((price * factor) / 100) * 100,
        fairs: [past.id, running.id, coming.id],
      })
  }

  const bought: ProfileRow[] = []
  for (const [index, { name, country, zone, city, way, wants }] of buyers.entries()) {
    const profile = await company(
      context,
      index === 0 ? 'buyer' : `buyer-${index}`,
      name,
      {
        role: 'buyer',
        country,
        timeZone: zone,
        buyerType: way,
        areaCity: city,
        interests: wants,
        categories: wants,
        introduction: {
          ko: `${josa(name.ko, '은/는')} 생활용품을 유통합니다.`,
          en: `${name.en} distributes household goods.`,
          cn: `${name.cn}经营生活用品。`,
        },
      },
      index === 0 ? buyerHash : 'none',
    )
    bought.push(profile)
    if (index === 0) accounts.push({ id: profile.userId, username: 'buyer', name: name.ko, password, level: 'member' })
    for (const fair of [past, running])
      await buildParticipation(context, {
        fairId: fair.id,
        profileId: profile.id,
        state: fair === running && index === 5 ? 'submitted' : 'approved',
        note: '매장 3곳과 온라인 몰을 운영합니다.',
      })
    if (index < 5) await buildTimes(context, { fairId: running.id, buyerId: profile.id, way })
    await buildTimes(context, { fairId: past.id, buyerId: profile.id, way })
  }

  const before = await listOpenSlots(context, past.id)
  const slots = await listOpenSlots(context, running.id)
  const now = context.now()
  // `soon` is the slot that begins within minutes; `later` returns slots far enough ahead to be offered.
  const soon = slots.findIndex(({ startsAt }) => startsAt > now)
  const later = (offset: number) =>
    slots[slots.findIndex(({ startsAt }) => startsAt.getTime() > now.getTime() + 26 * hour) + offset]
  const pair = (seller: number, buyer: number) => {
    const [one, other] = [sold[seller], bought[buyer]]
    if (!one || !other) throw new Error('The demonstration has too few companies')
    return { seller: one, buyer: other }
  }
  await tell(context, { fair: running, ...pair(0, 0), state: 'confirmed', slot: slots[soon] })
  await tell(context, { fair: running, ...pair(1, 0), state: 'offered', picks: [later(0), later(1), later(3)] })
  await tell(context, { fair: running, ...pair(2, 0), state: 'requested' })
  await tell(context, { fair: running, ...pair(0, 1), state: 'requested' })
  await tell(context, { fair: running, ...pair(0, 2), state: 'offered', picks: [later(4), later(5)] })
  await tell(context, { fair: running, ...pair(0, 3), state: 'confirmed', slot: slots.at(-5), place: 2 })
  await tell(context, { fair: running, ...pair(3, 1), state: 'declined' })
  await tell(context, { fair: running, ...pair(4, 2), state: 'cancelled' })
  await tell(context, { fair: running, ...pair(5, 3), state: 'expired' })
  await tell(context, { fair: running, ...pair(6, 4), state: 'confirmed', slot: slots[soon], place: 3 })
  for (const [index, at] of before.slice(0, 10).entries())
    await tell(context, {
      fair: past,
      ...pair(index % sold.length, index % bought.length),
      state: index === 7 ? 'no_show' : 'held',
      slot: at,
      place: 1,
      // Each of the two demo accounts has one meeting left to rate.
      unrated: index === 6 ? 'buyer' : index === 8 ? 'seller' : undefined,
    })
}
