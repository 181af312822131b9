import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { buildFair, listOpenSlots } from '../../src/match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '../../src/match/participants/factory.ts'

/** Size of the measured fair: companies, days and places. */
export const [sellers, buyers, days, tables, rooms] = [300, 200, 3, 60, 40] as const

/** Creates a fair of that size with every table and most rooms taken in every slot. */
export const buildLargeFair = async (context: Context) => {
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
  const slots = await listOpenSlots(context, fair.id)
  // The first buyers meet at tables, the others online.
  await context.database.execute(sql`
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
    await context.database.execute(sql`
      INSERT INTO matchings (id, fair_id, seller_id, buyer_id, state, way, slot_id, starts_at, ends_at, place)
      SELECT gen_random_uuid(), ${fair.id}, met.seller, met.buyer, 'confirmed', met.way, ${slot.id},
        ${slot.startsAt.toISOString()}::timestamptz, ${slot.endsAt.toISOString()}::timestamptz, met.place
      FROM jsonb_to_recordset(${JSON.stringify(met)}::jsonb) AS met (way text, place int, buyer uuid, seller uuid)
      ON CONFLICT DO NOTHING`)
  }
  await context.database.execute(sql`ANALYZE`)
  return { fair, slots }
}
