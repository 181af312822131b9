import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { hashToken, newRefreshToken, signAccessToken } from '#kit/auth/tokens.ts'
import type { Context } from '#kit/server/context.ts'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildTimes } from '#match/matchings/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { sessions } from '#people/auth/table.ts'
import { buildUser } from '#people/users/factory.ts'

// Few companies, few slots and fewer tables, under concurrent HTTP calls while the application is killed. The final
// state of the tables is what counts.

interface Member {
  profileId: string
  token: string
}

export interface Scene {
  fairId: string
  slots: string[]
  sellers: Member[]
  buyers: Member[]
  /** Token of a staff member, who moves meetings. */
  desk: string
}

const many = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, () => make()))

/** Creates a fair with logged-in companies of both sides. */
export const prepareRace = async (context: Context): Promise<Scene> => {
  const fair = await buildFair(context, { inHours: 72, tables: 2, rooms: 1, requestLimit: 4, slotMinutes: 30 })
  const tokenOf = async (userId: string, scope: string[]): Promise<string> => {
    const session = { userId, sessionId: context.newId(), refreshToken: newRefreshToken() }
    const now = context.now()
    await context.database.insert(sessions).values({
      id: session.sessionId,
      userId,
      tokenHash: hashToken(session.refreshToken),
      createdAt: now,
      usedAt: now,
    })
    return signAccessToken(context.services.secret, { ...session, scope }, now.getTime())
  }
  const memberOf = async (role: 'seller' | 'buyer'): Promise<Member> => {
    const user = await buildUser(context, { kind: 'COMPANY' })
    const { id } = await buildProfile(context, { role, userId: user.id })
    await buildParticipation(context, { fairId: fair.id, profileId: id })
    return { profileId: id, token: await tokenOf(user.id, []) }
  }
  const sellers = await many(4, () => memberOf('seller'))
  const buyers = await many(6, () => memberOf('buyer'))
  const slots = (await listOpenSlots(context, fair.id)).map(({ id }) => id)
  for (const [index, { profileId }] of buyers.entries())
    await buildTimes(context, {
      fairId: fair.id,
      buyerId: profileId,
      way: index % 3 === 0 ? 'online' : 'offline',
      // Some companies are not available in all slots: the server must refuse other slots.
      slots: index % 2 === 0 ? slots : slots.slice(0, -2),
    })
  const scopes = ['console', 'console:fairs:read', 'console:fairs:write']
  const staff = await buildUser(context, { scopes })
  return { fairId: fair.id, slots, sellers, buyers, desk: await tokenOf(staff.id, scopes) }
}

/** Random numbers that a seed repeats (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export interface RaceResult {
  /** Number of answers by status; 0 is a broken connection. */
  answers: Map<number, number>
  /** Number of 200 answers to a confirmation, by matching. */
  confirmed: Map<string, number>
  /** Unacceptable answers: 500 or above, except 503. */
  unacceptable: string[]
}

interface Options {
  scene: Scene
  callers: number
  milliseconds: number
  /** Minimum number of confirmed matchings at the end: on a busy machine they take up to five times as long. */
  least?: number
  /** Current URL of the application; it changes after a kill. */
  url: () => string
}

interface Line {
  _id: string
  picks: { slot: string }[]
}

/** Callers request, offer, confirm, cancel and move meetings at random until the time is over. */
export const race = async ({ scene, callers, milliseconds, least = 0, url }: Options): Promise<RaceResult> => {
  const { fairId, slots, sellers, buyers, desk } = scene
  const result: RaceResult = { answers: new Map(), confirmed: new Map(), unacceptable: [] }
  const startedAt = performance.now()
  const isRunning = () => {
    const elapsed = performance.now() - startedAt
    return elapsed < milliseconds || (result.confirmed.size < least && elapsed < 5 * milliseconds)
  }

  const call = async (caller: number, token: string, method: string, path: string, body?: object) => {
    try {
      const response = await fetch(url() + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          // Avoid the rate limits per address, which are tested elsewhere.
          'x-forwarded-for': `10.${Math.floor(Math.random() * 200)}.${caller}.${Math.floor(Math.random() * 250)}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      })
      const text = await response.text()
      const { status } = response
      result.answers.set(status, (result.answers.get(status) ?? 0) + 1)
      if (status >= 500 && status !== 503)
        result.unacceptable.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`)
      return { status, json: status === 200 ? JSON.parse(text) : undefined }
    } catch {
      result.answers.set(0, (result.answers.get(0) ?? 0) + 1)
      await wait(50)
      return { status: 0 }
    }
  }

  const callAtRandom = async (caller: number, random: (below: number) => number) => {
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T
    const [seller, buyer, slot] = [pick(sellers), pick(buyers), pick(slots)]
    const reason = '일정 변경'
    const choice = random(8)
    if (choice < 2) {
      const request = { fair: fairId, seller: seller.profileId }
      await call(caller, buyer.token, 'POST', '/api/v1/me/matchings', request)
      return
    }
    const who = choice < 4 ? seller : buyer
    const matchings = await call(caller, who.token, 'GET', '/api/v1/me/matchings?limit=50')
    const lines: Line[] = matchings.json?.matchings ?? []
    if (lines.length === 0) return
    const one = pick(lines)
    const path = `/api/v1/me/matchings/${one._id}`
    if (choice < 4) {
      const offered = [...new Set([slot, pick(slots), pick(slots)])]
      await call(caller, who.token, 'POST', `${path}/schedules`, { slots: offered })
    } else if (choice < 6) {
      const chosen = one.picks[random(3)]?.slot ?? slot
      const { status } = await call(caller, who.token, 'PUT', `${path}/schedules`, { slot: chosen })
      if (status === 200) result.confirmed.set(one._id, (result.confirmed.get(one._id) ?? 0) + 1)
    } else if (caller % 3 === 0) await call(caller, who.token, 'POST', `${path}/move`, { reason })
    else if (caller % 3 === 1) await call(caller, who.token, 'POST', `${path}/cancel`, { reason })
    else await call(caller, desk, 'POST', `/api/console/matchings/${one._id}/move`, { slot, reason })
  }

  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const random = createRandom(caller + 1)
      while (isRunning()) await callAtRandom(caller, random)
    }),
  )
  return result
}

/** Counts states that must never occur; `table` has the columns of `matchings`. */
export const countViolations = async (pool: pg.Pool | pg.Client, table: string, fairId: string) => {
  const { rows } = await pool.query<Record<string, number>>(
    `WITH met AS (SELECT * FROM ${table} WHERE fair_id = $1 AND state = 'confirmed')
     SELECT
       (SELECT count(*)::int FROM met a JOIN met b ON a.id < b.id AND (a.seller_id = b.seller_id OR a.buyer_id = b.buyer_id)
         AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)) AS overlaps,
       (SELECT count(*)::int FROM met a JOIN met b ON a.id < b.id AND a.slot_id = b.slot_id AND a.way = b.way
         AND a.place = b.place) AS twice,
       (SELECT count(*)::int FROM met WHERE NOT EXISTS (SELECT FROM fair_places p
         WHERE p.fair_id = met.fair_id AND p.way = met.way AND p.number = met.place)) AS beyond,
       (SELECT count(*)::int FROM met WHERE NOT EXISTS (SELECT FROM fair_slots s
         WHERE s.id = met.slot_id AND s.starts_at = met.starts_at AND s.ends_at = met.ends_at)) AS off_grid,
       (SELECT count(*)::int FROM met WHERE NOT EXISTS (SELECT FROM free_times t
         WHERE t.slot_id = met.slot_id AND t.buyer_id = met.buyer_id AND t.way = met.way)) AS outside`,
    [fairId],
  )
  return rows[0] ?? {}
}

export const noViolations = { overlaps: 0, twice: 0, beyond: 0, off_grid: 0, outside: 0 }

/**
 * Counts losses: confirmations that were answered but are missing from the history, matchings whose state contradicts
 * their history, meetings without the bookings of both companies, and reservations or offered slots that belong to no
 * matching.
 */
export const countLosses = async (context: Context, { fairId }: Scene, { confirmed }: RaceResult) => {
  const { rows } = await context.database.execute<{
    id: string
    confirms: number
    astray: boolean
    bookings: number
  }>(sql`
    SELECT matchings.id,
      (SELECT count(*)::int FROM matching_events AS e WHERE e.matching_id = matchings.id AND e.action = 'confirm') AS confirms,
      matchings.state IS DISTINCT FROM (SELECT e.to_state FROM matching_events AS e WHERE e.matching_id = matchings.id
        ORDER BY e.seq DESC LIMIT 1) AS astray,
      (SELECT count(*)::int FROM match_bookings AS b WHERE b.matching_id = matchings.id
        AND b.during = tstzrange(matchings.starts_at, matchings.ends_at)) AS bookings
    FROM matchings WHERE matchings.fair_id = ${fairId}`)
  const eventsById = new Map(rows.map((row) => [row.id, row]))
  const { rows: halves } = await context.database.execute<{ half: number; stray: number }>(sql`
    SELECT (SELECT count(*)::int FROM matchings AS one WHERE one.fair_id = ${fairId} AND one.slot_id IS NOT NULL
        AND (SELECT count(*) FROM match_bookings AS b WHERE b.matching_id = one.id) <> 2) AS half,
      (SELECT count(*)::int FROM matching_picks AS pick JOIN matchings AS one ON one.id = pick.matching_id
        WHERE one.fair_id = ${fairId} AND one.state <> 'offered') AS stray`)
  return {
    lost: [...confirmed].filter(([id, count]) => (eventsById.get(id)?.confirms ?? 0) < count).length,
    astray: rows.filter(({ astray }) => astray).length,
    half: halves[0]?.half ?? -1,
    stray: halves[0]?.stray ?? -1,
  }
}

export const noLosses = { lost: 0, astray: 0, half: 0, stray: 0 }
