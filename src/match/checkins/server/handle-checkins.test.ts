import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallRefused } from '#kit/client.ts'
import { codeIn, codeText } from '#kit/text/typed-code.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { buildFair, fullHour, listOpenSlots } from '#match/fairs/factory.ts'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { matchings, matchingUnreleased } from '#match/matchings/table.ts'
import { participations } from '#match/participants/table.ts'
import { buildParty } from '#test/match/build-fair-company.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { checkins as contract } from '../contract.ts'
import { buildBadge } from '../factory.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

// Noon of the next day in Seoul: near midnight, check-ins with the tolerated clock error fall on another day.
beforeAll(() => {
  const now = api.clock.now().getTime()
  api.clock.forward(seoulDayOf(now).ends + 12 * 3_600_000 - now)
})

const staff = async (scope = 'console:fairs') => api.client(contract, await api.actor(['console', scope]))
/** Builds a fair with slots throughout today. */
const fairToday = async () => {
  const now = api.context.now()
  const ends = new Date(seoulDayOf(now.getTime()).ends).toISOString()
  const starts = new Date(Date.parse(ends) - 86_400_000).toISOString()
  return buildFair(api.context, {
    startsAt: starts,
    endsAt: ends,
    sessions: [{ startAt: starts, endAt: ends }],
    slotMinutes: 240,
  })
}
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'allowed',
    (error: CallRefused) => `${error.status} ${Object.keys(error.refusal.fields ?? {}).join()}`.trim(),
  )
const now = () => api.context.now().toISOString()
const today = () => seoulDayOf(api.context.now().getTime()).day

describe('badge codes', () => {
  it('are parsed from the QR code URL and from typed text', () => {
    expect(codeIn('https://daecheong.example/match/fairs/1/buyers/2#3F9A1C027B')).toBe('3F9A1C027B')
    expect(codeIn(' 3f9a-1co2 7b ')).toBe('3F9A1C027B')
    expect(codeIn('3F9A1CI27B')).toBe('3F9A1C127B')
    for (const malformed of ['', '3F9A1C027', '3F9A1C027BB', 'https://daecheong.example/', 'ZZZZZZZZZZ'])
      expect(codeIn(malformed)).toBeNull()
    expect(codeText('3F9A1C027B')).toBe('3F9A 1C02 7B')
  })
})

describe('check-in at a fair', () => {
  it('lists every badge of the fair and checks each in once a day', async () => {
    const client = await staff()
    const fair = await fairToday()
    const { code } = await buildBadge(api.context, { fairId: fair.id })
    const params = { id: fair.id }
    const { door } = await client.door({ params })
    expect(door).toMatchObject({ fair: { _id: fair.id }, days: [today()], badges: [{ code, arrivals: [] }] })
    const at = now()
    expect((await client.arrive({ params, body: { arrivals: [{ code, at }] } })).outcomes).toMatchObject([
      { code, result: 'in', since: at },
    ])
    expect((await client.arrive({ params, body: { arrivals: [{ code, at: now() }] } })).outcomes).toMatchObject([
      { code, result: 'already', since: at },
    ])
    expect((await client.door({ params })).door.badges[0]?.arrivals).toEqual([{ day: today(), at }])
    expect(await client.undo({ params, body: { code, day: today() } })).toEqual({ removed: true })
    expect(await client.undo({ params, body: { code, day: today() } })).toEqual({ removed: false })
  })

  it('reports a badge for another day, another fair, or without approval', async () => {
    const client = await staff()
    const fair = await fairToday()
    const params = { id: fair.id }
    const own = await buildBadge(api.context, { fairId: fair.id })
    const other = await buildBadge(api.context, {})
    const left = await buildBadge(api.context, { fairId: fair.id })
    await api.services.database
      .update(participations)
      .set({ state: 'withdrawn' })
      .where(eq(participations.id, left.participationId))
    const yesterday = new Date(api.context.now().getTime() - 86_400_000).toISOString()
    const arrivals = [
      { code: own.code, at: yesterday },
      { code: other.code, at: now() },
      { code: left.code, at: now() },
      { code: '0000000000', at: now() },
    ]
    const { outcomes } = await client.arrive({ params, body: { arrivals } })
    expect(Object.fromEntries(outcomes.map(({ code, result }) => [code, result]))).toEqual({
      [own.code]: 'wrong_day',
      [other.code]: 'other_fair',
      [left.code]: 'unknown',
      '0000000000': 'unknown',
    })
    expect(await refused(client.arrive({ params, body: { arrivals: [{ code: 'x', at: now() }] } }))).toBe(
      '400 arrivals.0.code',
    )
    expect(await refused(client.arrive({ params, body: { arrivals: [] } }))).toBe('400 arrivals')
    expect(await refused(client.door({ params: { id: api.context.newId() } }))).toBe('404')
    const reader = await staff('console:fairs:read')
    expect((await reader.door({ params })).door.badges).toHaveLength(1)
    expect(await refused(reader.arrive({ params, body: { arrivals } }))).toBe('403')
  })

  it('hides unreleased changes of meetings', async () => {
    const client = await staff()
    const fair = await fairToday()
    const [, slot] = await listOpenSlots(api.context, fair.id)
    const last = (await listOpenSlots(api.context, fair.id)).at(-1)
    if (!slot || !last) throw new Error('The fair has slots')
    const seller = await buildParty(api, { role: 'seller', fairId: fair.id })
    const buyer = await buildParty(api, { role: 'buyer', fairId: fair.id })
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId, way: 'offline' })
    const pair = { fairId: fair.id, sellerId: seller.profileId, buyerId: buyer.profileId }
    const matching = await buildMatching(api.context, {
      ...pair,
      ...{
        state: 'confirmed',
        way: 'offline',
        slotId: slot.id,
        startsAt: slot.startsAt,
        endsAt: slot.endsAt,
        place: 1,
      },
    })
    const params = { id: fair.id }
    const shown = async () => (await client.door({ params })).door.badges.flatMap(({ meetings }) => meetings)
    const place = (startAt: Date, at: number) => ({ startAt: startAt.toISOString(), way: 'offline', place: at })
    expect(await shown()).toMatchObject([place(slot.startsAt, 1), place(slot.startsAt, 1)])
    // Moves the meeting as the board does while the plan is unreleased.
    await api.context.transaction(async (within) => {
      await within.database.insert(matchingUnreleased).values({ ...matching, matchingId: matching.id })
      await within.database
        .update(matchings)
        .set({ slotId: last.id, startsAt: last.startsAt, endsAt: last.endsAt, place: 2 })
        .where(eq(matchings.id, matching.id))
    })
    expect(await shown()).toMatchObject([place(slot.startsAt, 1), place(slot.startsAt, 1)])
    await api.services.database.update(matchingUnreleased).set({ releasedAt: api.context.now() })
    expect(await shown()).toMatchObject([place(last.startsAt, 2), place(last.startsAt, 2)])
  })

  it('keeps the earliest time, also when an offline device sends it later', async () => {
    const client = await staff()
    const fair = await fairToday()
    const params = { id: fair.id }
    const { code } = await buildBadge(api.context, { fairId: fair.id })
    const noon = new Date(Math.floor(api.context.now().getTime() / 1000) * 1000)
    const early = new Date(Math.max(noon.getTime() - 60_000, seoulDayOf(noon.getTime()).ends - 86_400_000))
    await client.arrive({ params, body: { arrivals: [{ code, at: noon.toISOString() }] } })
    const { outcomes } = await client.arrive({ params, body: { arrivals: [{ code, at: early.toISOString() }] } })
    expect(outcomes).toMatchObject([{ result: 'already', since: early.toISOString() }])
    // A device clock that runs ahead is limited to the server's time plus the tolerance.
    const { code: second } = await buildBadge(api.context, { fairId: fair.id })
    const ahead = fullHour(api.context.now(), 1000)
    const { outcomes: clocked } = await client.arrive({ params, body: { arrivals: [{ code: second, at: ahead }] } })
    expect(Date.parse(clocked[0]?.since ?? ahead)).toBeLessThan(Date.parse(ahead))
  })

  it('records one check-in with the earliest time when 64 devices send it concurrently', {
    tags: ['deep'],
  }, async () => {
    const client = await staff()
    const fair = await fairToday()
    const params = { id: fair.id }
    const badges = [
      await buildBadge(api.context, { fairId: fair.id }),
      await buildBadge(api.context, { fairId: fair.id }),
    ]
    const begin = seoulDayOf(api.context.now().getTime()).ends - 86_400_000
    const results: string[] = []
    await crowd.callConcurrently(async (index) => {
      const arrivals = badges.map(({ code }) => ({ code, at: new Date(begin + 1000 * (index + 1)).toISOString() }))
      const sent = client.arrive({ params, body: { arrivals: index % 2 ? arrivals : arrivals.toReversed() } })
      expect(await statusOf(sent, 200)).toBe(200)
      results.push(...(await sent).outcomes.map(({ result }) => result))
    })
    expect(results.filter((result) => result === 'in')).toHaveLength(2)
    expect(results.filter((result) => result === 'already')).toHaveLength(2 * 64 - 2)
    for (const { arrivals } of (await client.door({ params })).door.badges)
      expect(arrivals).toEqual([{ day: today(), at: new Date(begin + 1000).toISOString() }])
  })

  it('records several in a naive version that reads first and inserts afterwards (control)', {
    tags: ['deep'],
  }, async () => {
    await crowd.pool.query('CREATE TABLE naive_checkins (code text, at int)')
    await crowd.readThenAct(
      () => crowd.pool.query("SELECT FROM naive_checkins WHERE code = 'A'"),
      async ({ rows }, index) => {
        if (rows.length === 0) await crowd.pool.query("INSERT INTO naive_checkins VALUES ('A', $1)", [index])
      },
    )
    const { rows } = await crowd.pool.query('SELECT at FROM naive_checkins')
    expect(rows.length).toBeGreaterThan(1)
  })
})
