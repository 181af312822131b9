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

const measure = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const { fair } = await makeFair(api)
    const { accessToken } = await api.actor(['console', 'console:fairs'])
    const headers = { authorization: `Bearer ${accessToken}` }
    const taken: number[] = []
    let [bytes, meetings] = [0, 0]
    for (let round = -20; round < rounds; round += 1) {
      const start = performance.now()
      const { statusCode, body } = await api.request({
        method: 'GET',
        url: `/api/console/fairs/${fair.id}/board`,
        headers,
        remoteAddress: `10.8.${(round + 20) >> 4}.1`,
      })
      if (statusCode !== 200) throw new Error(`The board answered ${statusCode}: ${body}`)
      if (round >= 0) taken.push(performance.now() - start)
      bytes = Buffer.byteLength(body)
      meetings = JSON.parse(body).board.meetings.length
    }
    const sorted = taken.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0
    const isGood = at(0.95) <= goal
    console.log(
      `board of ${sellers} sellers × ${buyers} buyers × ${days} days: median ${at(0.5).toFixed(1)} ms, ` +
        `p95 ${at(0.95).toFixed(1)} ms (goal ${goal}), ${meetings} meetings of the day, ${Math.round(bytes / 1024)} KB: ` +
        `${isGood ? 'good' : 'MISSED'}`,
    )
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}

/** How long the board of a large fair takes to answer. */
export const benchDesk = (): Promise<boolean> => measure()
