import { sql } from 'drizzle-orm'
import { buildFair, slotsOfFair } from '../src/match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '../src/match/participants/factory.ts'
import { createTestApi, type TestApi } from '../test/api.ts'
import { setup } from '../test/database.ts'

const [sellers, buyers, days, tables, rooms] = [300, 200, 3, 60, 40] as const
const rounds = 200
/** Milliseconds within which 95 of 100 boards are answered. */
const goal = 100

/** A fair of that size, with every table and most rooms taken in every slot. */
const makeFair = async (api: TestApi) => {
  const { context } = api
  const day = 24 * 3_600_000
  const begin = Math.floor(context.now().getTime() / day) * day + 2 * day + 3_600_000
  const instant = (milliseconds: number) => new Date(milliseconds).toISOString()
  const sessions = Array.from({ length: days }, (_, index) => ({
    startAt: instant(begin + index * day),
    endAt: instant(begin + index * day + 7 * 3_600_000),
  }))
  const fair = await buildFair(context, {
    startsAt: instant(begin),
    endsAt: instant(begin + days * day),
    sessions,
    tables,
    rooms,
  })
  const companies = async (role: 'seller' | 'buyer', count: number): Promise<string[]> => {
    const ids = []
    for (let index = 0; index < count; index += 1) {
      const { id } = await buildProfile(context, { role, ...(role === 'buyer' && { buyerType: 'offline' }) })
      await buildParticipation(context, { fairId: fair.id, profileId: id })
      ids.push(id)
    }
    return ids
  }
  const [sold, bought] = [await companies('seller', sellers), await companies('buyer', buyers)]
  const slots = await slotsOfFair(context, fair.id)
  // The first buyers meet at tables, the others online.
  await api.services.database.execute(sql`
    INSERT INTO free_times (fair_id, buyer_id, slot_id, way)
    SELECT ${fair.id}, buyer.id, slot.id, CASE WHEN buyer.nth <= ${tables + 20} THEN 'offline' ELSE 'online' END
    FROM unnest(${sql.param(bought)}::uuid[]) WITH ORDINALITY AS buyer (id, nth), fair_slots AS slot
    WHERE slot.fair_id = ${fair.id}`)
  for (const [index, slot] of slots.entries()) {
    const met = [
      ...Array.from({ length: tables }, (_, nth) => ({ way: 'offline', place: nth + 1, buyer: nth })),
      ...Array.from({ length: rooms }, (_, nth) => ({ way: 'online', place: nth + 1, buyer: tables + 20 + nth })),
    ].map((one, nth) => ({
      ...one,
      buyer: bought[one.buyer],
      seller: sold[(nth + index * (tables + rooms) + Math.floor(index / 3)) % sellers],
    }))
    await api.services.database.execute(sql`
      INSERT INTO matchings (id, fair_id, seller_id, buyer_id, state, way, slot_id, starts_at, ends_at, place)
      SELECT gen_random_uuid(), ${fair.id}, met.seller, met.buyer, 'confirmed', met.way, ${slot.id},
        ${slot.startsAt.toISOString()}::timestamptz, ${slot.endsAt.toISOString()}::timestamptz, met.place
      FROM jsonb_to_recordset(${JSON.stringify(met)}::jsonb) AS met (way text, place int, buyer uuid, seller uuid)
      ON CONFLICT DO NOTHING`)
  }
  await api.services.database.execute(sql`ANALYZE`)
  return { fair, slots }
}

interface Asked {
  name: string
  url: string
  token: string
  /** What it was about, in words, of its body. */
  size: (body: string) => string
}

/** Answers whether 95 of 100 answers came within the goal. */
const measure = async (api: TestApi, { name, url, token, size }: Asked): Promise<boolean> => {
  const taken: number[] = []
  let last = ''
  for (let round = -20; round < rounds; round += 1) {
    const start = performance.now()
    const { statusCode, body } = await api.request({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${token}` },
      remoteAddress: `10.8.${(round + 20) >> 4}.1`,
    })
    if (statusCode !== 200) throw new Error(`${name} answered ${statusCode}: ${body}`)
    if (round >= 0) taken.push(performance.now() - start)
    last = body
  }
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
  const isGood = at(0.95) <= goal
  console.log(
    `${name} of ${sellers} sellers × ${buyers} buyers × ${days} days: median ${at(0.5).toFixed(1)} ms, ` +
      `p95 ${at(0.95).toFixed(1)} ms (goal ${goal}), ${size(last)}, ${Math.round(Buffer.byteLength(last) / 1024)} KB: ` +
      `${isGood ? 'good' : 'MISSED'}`,
  )
  return isGood
}

/** Of one buyer: the grid to draw on, and what is offered to it; of one seller: the grid to pick on. */
const memberScreens = async (api: TestApi, fair: string): Promise<Asked[]> => {
  const ownerOf = async (profile: string) => {
    const { userId, accessToken } = await api.actor([], { kind: 'COMPANY' })
    await api.services.database.execute(sql`UPDATE match_profiles SET user_id = ${userId} WHERE id = ${profile}`)
    return accessToken
  }
  const { rows } = await api.services.database.execute<{ id: string; seller: string; buyer: string }>(sql`
    INSERT INTO matchings (id, fair_id, seller_id, buyer_id, state)
    SELECT gen_random_uuid(), ${fair}, seller.profile_id, buyer.profile_id, 'requested'
    FROM participations AS seller JOIN match_profiles AS sells ON sells.id = seller.profile_id AND sells.role = 'seller',
      participations AS buyer JOIN match_profiles AS buys ON buys.id = buyer.profile_id AND buys.role = 'buyer'
    WHERE seller.fair_id = ${fair} AND buyer.fair_id = ${fair} AND NOT EXISTS (SELECT FROM matchings AS met
      WHERE met.seller_id = seller.profile_id AND met.buyer_id = buyer.profile_id)
    LIMIT 1 RETURNING id, seller_id AS seller, buyer_id AS buyer`)
  const [pair] = rows
  if (!pair) throw new Error('No two companies of the fair are without a meeting')
  const [selling, buying] = [await ownerOf(pair.seller), await ownerOf(pair.buyer)]
  const slots = (body: string) => `${JSON.parse(body).slots.length} slots`
  return [
    {
      name: 'times to draw',
      url: `/api/v1/me/schedules/${fair}`,
      token: buying,
      size: (body) => `${slots(body)}, ${JSON.parse(body).sellers.length} sellers that fit`,
    },
    { name: 'times to pick', url: `/api/v1/me/matchings/${pair.id}/schedules`, token: selling, size: slots },
    { name: 'times to confirm', url: `/api/v1/me/matchings/${pair.id}/choices`, token: buying, size: slots },
  ]
}

/** How long the screens of a large fair take to answer: the board, and the grids of its companies. */
export const benchDesk = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const { fair } = await makeFair(api)
    const { accessToken } = await api.actor(['console', 'console:fairs'])
    const board = {
      name: 'board',
      url: `/api/console/fairs/${fair.id}/board`,
      token: accessToken,
      size: (body: string) => `${JSON.parse(body).board.meetings.length} meetings of the day`,
    }
    let isGood = true
    for (const asked of [board, ...(await memberScreens(api, fair.id))]) isGood = (await measure(api, asked)) && isGood
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}
