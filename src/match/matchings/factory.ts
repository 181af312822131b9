import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildFair } from '#match/fairs/factory.ts'
import { fairSlots, fairs } from '#match/fairs/table.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { matchProfiles } from '#match/participants/table.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { findCompany } from '#people/companies/server/find-company.ts'
import type { matchings } from './contract.ts'
import type { board } from './schedule-board/contract.ts'
import { placeMeeting } from './schedule-board/server/place-meeting.ts'
import {
  freeTimes,
  type MatchingRow,
  matchingAgreements,
  matchingPicks,
  matchingTasks,
  matchings as table,
} from './table.ts'

/** Creates free times of a buyer in a fair: in all its slots, or in `slots` if given. */
export const buildTimes = async (
  context: Context,
  {
    fairId,
    buyerId,
    way = 'online',
    slots,
  }: { fairId: string; buyerId: string; way?: 'online' | 'offline'; slots?: string[] },
): Promise<string[]> => {
  const ids =
    slots ??
    (
      await context.database
        .select({ id: fairSlots.id })
        .from(fairSlots)
        .where(eq(fairSlots.fairId, fairId))
        .orderBy(fairSlots.startsAt)
    ).map(({ id }) => id)
  if (ids.length > 0)
    await context.database.insert(freeTimes).values(ids.map((slotId) => ({ fairId, buyerId, slotId, way })))
  return ids
}

/** Creates a request of a buyer to a seller of the same fair. */
export const buildMatching = async (
  context: Context,
  overrides: Partial<MatchingRow> & Pick<MatchingRow, 'fairId' | 'sellerId' | 'buyerId'>,
): Promise<MatchingRow> => {
  const row: MatchingRow = {
    id: context.newId(),
    productId: null,
    message: '봄 신제품을 보고 싶습니다.',
    state: 'requested',
    heldUntil: null,
    way: null,
    slotId: null,
    startsAt: null,
    endsAt: null,
    place: null,
    agreed: '',
    sequence: 0,
    createdAt: context.now(),
    updatedAt: context.now(),
    ...overrides,
  }
  await context.database.insert(table).values(row)
  return row
}

interface Pair {
  fairId: string
  sellerId: string
  buyerId: string
  slot: string
}

/** Creates a fair with a seller and a buyer, the caller's company being side `callerRole`, and free times in all its slots. */
export const pairFor = async (
  context: Context,
  callerRole: 'seller' | 'buyer' | null,
  inHours = 200,
  way: 'online' | 'offline' = 'online',
): Promise<Pair> => {
  // A company has one meeting at a time across all fairs, so each fair gets its own hours.
  const offset = 12 * (await context.database.$count(fairs))
  const fair = await buildFair(context, { inHours: inHours < 0 ? inHours - offset : inHours + offset })
  const profileOf = async (role: 'seller' | 'buyer') => {
    if (role !== callerRole) return buildProfile(context, { role })
    const { userId } = context.principal
    const company = (await findCompany(context, userId)) ?? (await buildCompany(context, { userId }))
    const [existing] = await context.database
      .select()
      .from(matchProfiles)
      .where(and(eq(matchProfiles.userId, userId), eq(matchProfiles.role, role)))
    return existing ?? buildProfile(context, { userId, companyId: company.id, role })
  }
  const [seller, buyer] = [await profileOf('seller'), await profileOf('buyer')]
  for (const { id } of [seller, buyer]) await buildParticipation(context, { fairId: fair.id, profileId: id })
  const [slot = ''] = await buildTimes(context, { fairId: fair.id, buyerId: buyer.id, way })
  return { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id, slot }
}

/** Creates a matching of such a pair, with an offer of the first slot or a meeting in it. */
const matchingFor = async (
  context: Context,
  callerRole: 'seller' | 'buyer' | null,
  state: 'requested' | 'offered' | 'confirmed',
  inHours?: number,
  way: 'online' | 'offline' = 'online',
) => {
  const { slot, ...pair } = await pairFor(context, callerRole, inHours, way)
  const [at] = await context.database.select().from(fairSlots).where(eq(fairSlots.id, slot))
  if (!at) throw new Error('The fair has no slot')
  const meeting = { way, slotId: slot, startsAt: at.startsAt, endsAt: at.endsAt, place: 1 } as const
  const row = await buildMatching(context, {
    ...pair,
    state,
    ...(state === 'offered' && { heldUntil: new Date(context.now().getTime() + 3_600_000) }),
    ...(state === 'confirmed' && meeting),
  })
  if (state === 'offered')
    await context.database.insert(matchingPicks).values({
      matchingId: row.id,
      position: 1,
      fairId: pair.fairId,
      buyerId: pair.buyerId,
      slotId: slot,
      way,
    })
  return { params: { id: row.id }, slot, row, pair }
}

interface MeetingOf {
  /** User ids of the two companies. */
  seller: string
  buyer: string
  inHours: number
  way?: 'online' | 'offline'
}

/** Creates a meeting of two accounts, in a fair of its own that starts in `inHours` hours. */
export const buildMeeting = async (context: Context, { seller, buyer, inHours, way = 'online' }: MeetingOf) => {
  const { id: fairId } = await buildFair(context, { inHours })
  const profileOf = async (role: 'seller' | 'buyer', userId: string) => {
    const { id: profileId } = await buildProfile(context, { role, userId })
    await buildParticipation(context, { fairId, profileId })
    return profileId
  }
  const pair = { fairId, sellerId: await profileOf('seller', seller), buyerId: await profileOf('buyer', buyer) }
  const [slotId = ''] = await buildTimes(context, { fairId, buyerId: pair.buyerId, way })
  const [slot] = await context.database.select().from(fairSlots).where(eq(fairSlots.id, slotId))
  if (!slot) throw new Error('The fair has no slot')
  const { startsAt, endsAt } = slot
  return buildMatching(context, { ...pair, way, slotId, startsAt, endsAt, place: 1, state: 'confirmed' })
}

/** Creates an agreement line that one side wrote and checked. */
export const buildAgreement = async (context: Context, matchingId: string, writtenBy: 'seller' | 'buyer') => {
  const [id, now] = [context.newId(), context.now()]
  const checks = writtenBy === 'seller' ? { sellerAt: now } : { buyerAt: now }
  await context.database.insert(matchingAgreements).values({
    id,
    matchingId,
    writtenBy,
    ...checks,
    text: '첫 주문 80점, 점당 미화 41달러',
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/** Creates a meeting of the caller as buyer, with an agreement line of one side. */
const agreedBy = async (context: Context, writtenBy: 'seller' | 'buyer') => {
  const { params } = await matchingFor(context, 'buyer', 'confirmed', -2)
  return { params: { ...params, agreement: await buildAgreement(context, params.id, writtenBy) } }
}

/** Creates a meeting of the caller as buyer, with a task that the caller wrote and owns. */
const ownTask = async (context: Context) => {
  const { params } = await matchingFor(context, 'buyer', 'confirmed', -2)
  const [id, now] = [context.newId(), context.now()]
  const due = new Date(now.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
  const task = { id, text: '견적서 보내기', owner: 'buyer', due, writtenBy: 'buyer' } as const
  await context.database
    .insert(matchingTasks)
    .values({ ...task, matchingId: params.id, createdAt: now, updatedAt: now })
  return { params: { ...params, task: id }, due }
}

const reason = '일정이 바뀌었습니다.'

/** Creates a matching with the caller as buyer. */
const ownMatching = async (context: Context) => ({ params: (await matchingFor(context, 'buyer', 'requested')).params })

export const samples: Samples<typeof matchings & typeof board> = {
  schedule: async (context) => ({ params: { fair: (await pairFor(context, 'buyer')).fairId } }),
  open: ownMatching,
  schedules: ownMatching,
  choices: ownMatching,
  setTimes: async (context) => {
    const { fairId, slot } = await pairFor(context, 'buyer')
    return { params: { fair: fairId }, body: { times: [{ slot, way: 'offline' }] } }
  },
  draftTimes: async (context) => {
    const { fairId, slot } = await pairFor(context, 'buyer')
    return { params: { fair: fairId }, body: { times: [{ slot, way: 'online' }], version: 0 } }
  },
  badge: async (context) => {
    const { params } = await matchingFor(context, 'buyer', 'confirmed', undefined, 'offline')
    return { params }
  },
  request: async (context) => {
    const { fairId, sellerId } = await pairFor(context, 'buyer')
    return { body: { fair: fairId, seller: sellerId, message: '견본을 보고 싶습니다.' } }
  },
  edit: async (context) => {
    const { params, row } = await matchingFor(context, 'buyer', 'requested')
    return { params, body: { message: '견본 3개', updatedAt: row.updatedAt.toISOString() } }
  },
  offer: async (context) => {
    const { params, slot } = await matchingFor(context, 'seller', 'requested')
    return { params, body: { slots: [slot] } }
  },
  confirm: async (context) => {
    const { params, slot } = await matchingFor(context, 'buyer', 'offered')
    return { params, body: { slot } }
  },
  decline: async (context) => ({
    params: (await matchingFor(context, 'seller', 'requested')).params,
    body: { reason },
  }),
  cancel: async (context) => ({ params: (await matchingFor(context, 'buyer', 'requested')).params, body: { reason } }),
  move: async (context) => ({ params: (await matchingFor(context, 'buyer', 'confirmed')).params, body: { reason } }),
  rate: async (context) => ({
    params: (await matchingFor(context, 'buyer', 'confirmed', -2)).params,
    body: { fit: 5, preparation: 4, outcome: 3, line: '좋은 상담이었습니다.', agreed: '견본 20개' },
  }),
  agree: async (context) => ({
    params: (await matchingFor(context, 'buyer', 'confirmed', -2)).params,
    body: { text: '견본 두 점, 12월 4일까지' },
  }),
  revise: async (context) => ({
    ...(await agreedBy(context, 'seller')),
    body: { text: '첫 주문 100점, 점당 미화 40달러', version: 1 },
  }),
  check: async (context) => ({ ...(await agreedBy(context, 'seller')), body: { version: 1 } }),
  unagree: (context) => agreedBy(context, 'buyer'),
  addTask: async (context) => {
    const { params, due } = await ownTask(context)
    return { params: { id: params.id }, body: { text: '견본 두 점 보내기', owner: 'seller', due } }
  },
  doTask: async (context) => ({ params: (await ownTask(context)).params, body: { done: true } }),
  dropTask: async (context) => ({ params: (await ownTask(context)).params }),
  noShow: async (context) => ({
    params: (await matchingFor(context, 'buyer', 'confirmed', -2)).params,
    body: { reason },
  }),
  requestFor: async (context) => {
    const { fairId, sellerId, buyerId } = await pairFor(context, null)
    return { params: { id: fairId }, body: { seller: sellerId, buyer: buyerId, reason } }
  },
  slotsFor: async (context) => ({ params: (await matchingFor(context, null, 'requested')).params }),
  offerFor: async (context) => {
    const { params, row, slot } = await matchingFor(context, null, 'requested')
    return { params, body: { slots: [slot], reason, updatedAt: row.updatedAt.toISOString() } }
  },
  confirmFor: async (context) => {
    const { params, row, slot } = await matchingFor(context, null, 'offered')
    return { params, body: { slot, reason, updatedAt: row.updatedAt.toISOString() } }
  },
  declineFor: async (context) => {
    const { params, row } = await matchingFor(context, null, 'requested')
    return { params, body: { reason, updatedAt: row.updatedAt.toISOString() } }
  },
  withdrawFor: async (context) => {
    const { params, row } = await matchingFor(context, null, 'requested')
    return { params, body: { reason, updatedAt: row.updatedAt.toISOString() } }
  },
  moveFor: async (context) => {
    const { params, pair } = await matchingFor(context, null, 'confirmed')
    const [, second] = await context.database
      .select({ id: fairSlots.id })
      .from(fairSlots)
      .where(eq(fairSlots.fairId, pair.fairId))
      .orderBy(fairSlots.startsAt)
    return { params, body: { slot: second?.id ?? '', reason } }
  },
  decideNoShow: async (context) => {
    const { params } = await matchingFor(context, null, 'confirmed', -2)
    await context.database.update(table).set({ state: 'no_show' }).where(eq(table.id, params.id))
    return { params, body: { outcome: 'held', reason } }
  },
  cancelFor: async (context) => ({ params: (await matchingFor(context, null, 'requested')).params, body: { reason } }),
  place: async (context) => {
    const { params, row, slot } = await matchingFor(context, null, 'requested')
    return { params, body: { slot, updatedAt: row.updatedAt.toISOString() } }
  },
  seats: async (context) => ({
    params: (await matchingFor(context, null, 'confirmed')).params,
    query: { day: '2026-11-25' },
  }),
  restore: async (context) => {
    const { params, row, slot, pair } = await matchingFor(context, null, 'requested')
    await context.database.update(fairs).set({ released: false }).where(eq(fairs.id, pair.fairId))
    await placeMeeting(context, row.id, { slot, place: null, reason: '', stamp: null })
    const [placed] = await context.database.select().from(table).where(eq(table.id, row.id))
    return { params, body: { updatedAt: placed?.updatedAt.toISOString() ?? '' } }
  },
  falls: async (context) => ({
    params: { id: (await buildFair(context)).id },
    body: { sessions: [], breaks: [], slotMinutes: 30, tables: 0, rooms: 0 },
  }),
  setBack: async (context) => ({ params: { id: (await buildFair(context)).id }, body: { phase: 'draft' } }),
  hold: async (context) => ({ params: { id: (await buildFair(context)).id } }),
  release: async (context) => ({ params: { id: (await buildFair(context, { released: false })).id } }),
  workbook: async (context) => ({
    params: { id: (await buildFair(context)).id },
    body: { reason: '결과 보고서 작성' },
  }),
  paper: async (context) => {
    const { pair } = await matchingFor(context, null, 'confirmed')
    return { params: { id: pair.fairId, kind: 'plan' } }
  },
}
