import { sql } from 'drizzle-orm'
import { createTestApi, type TestApi } from '../test/server/test-api.ts'
import { setup } from '../test/server/test-database.ts'
import { buildLargeFair, buyers, days, sellers } from './datasets/build-large-fair.ts'
import { median, percentile } from './load/percentile.ts'

const rounds = 200
/** Maximum p95 in ms. */
const goal = 100

interface ScreenRequest {
  name: string
  url: string
  token: string
  /** Describes the size of an answer from its body, for the report. */
  size: (body: string) => string
}

/** Returns true if 95 of 100 answers arrive within the goal. */
const measure = async (api: TestApi, { name, url, token, size }: ScreenRequest): Promise<boolean> => {
  const durations: number[] = []
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
    if (round >= 0) durations.push(performance.now() - start)
    last = body
  }
  const p95 = percentile(durations, 0.95)
  const isGood = p95 <= goal
  console.log(
    `${name} of ${sellers} sellers × ${buyers} buyers × ${days} days: median ${median(durations).toFixed(1)} ms, ` +
      `p95 ${p95.toFixed(1)} ms (goal ${goal}), ${size(last)}, ${Math.round(Buffer.byteLength(last) / 1024)} KB: ` +
      `${isGood ? 'good' : 'MISSED'}`,
  )
  return isGood
}

/**
 * Screens of one buyer (the grid to offer times on, and the offers it received) and of one seller (the grid to choose
 * from).
 */
const memberScreens = async (api: TestApi, fair: string): Promise<ScreenRequest[]> => {
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

/** Measures how long the screens of a large fair take: the board and the grids of its companies. */
export const measureFairScreens = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const { fair } = await buildLargeFair(api.context)
    const { accessToken } = await api.actor(['console', 'console:fairs'])
    const board = {
      name: 'board',
      url: `/api/console/fairs/${fair.id}/board`,
      token: accessToken,
      size: (body: string) => `${JSON.parse(body).board.meetings.length} meetings of the day`,
    }
    let isGood = true
    for (const screenRequest of [board, ...(await memberScreens(api, fair.id))])
      isGood = (await measure(api, screenRequest)) && isGood
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}
