import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildAuction, buildRegistration } from '#auction/auctions/factory.ts'
import { auctionRegistrations } from '#auction/auctions/table.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { buildWork } from '#auction/works/factory.ts'
import { audit } from '#kit/audit/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { bids } from '../../contract.ts'
import { endLot } from '../../factory.ts'
import { verifyChain } from '../../rules-fingerprint.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:auction', 'console:voids', 'console:audit'], { name: '민서경' })
})

const desk = (actor: Actor = staff) => api.client(bids, actor)
const programs = (actor: Actor = staff) => api.client(auctions, actor)

/** Creates an open lot with one bidder for each paddle number. */
const openLot = async (paddles: number[], rules: Parameters<typeof buildAuction>[1] = {}) => {
  const program = await buildAuction(api.context, rules)
  const { id } = await buildWork(api.context, { program: program.id })
  for (const paddle of paddles) {
    const { id: userId } = await buildUser(api.context, { name: `패들 ${paddle}` })
    await buildRegistration(api.context, { programId: program.id, userId, paddle })
  }
  return { program: program.id, id }
}

type Input = Parameters<ReturnType<typeof desk>['enter']>[0]['body']
const enter = (id: string, body: Partial<Input> & Pick<Input, 'paddle' | 'amount'>, key?: string) =>
  desk().enter(
    { params: { work: id }, body: { channel: 'telephone', kind: 'open', ...body } },
    key ? { headers: { 'idempotency-key': key } } : {},
  )

describe('a bid that staff enter', () => {
  it('is a row of the chain between bids online, with its channel and paddle', async () => {
    const { program, id } = await openLot([11, 12, 13])
    const online = await api.actor([], { name: '온라인 응찰자' })
    await buildRegistration(api.context, { programId: program, userId: online.userId })
    const { bid } = await enter(id, { paddle: 11, amount: 100_000 })
    expect(bid).toMatchObject({ paddle: 11, channel: 'telephone', leads: true, seq: 1, user: { name: '패들 11' } })
    await api.client(bids, online).place({ params: { id }, body: { kind: 'open', amount: 110_000 } })
    await enter(id, { paddle: 12, amount: 200_000, channel: 'paper', kind: 'maximum' })
    const { lot } = await enter(id, { paddle: 13, amount: 130_000, channel: 'floor' })
    expect(lot).toMatchObject({ price: 140_000, leader: 3 })

    const { bids: rows } = await desk().deskHistory({ params: { work: id } })
    expect(rows.map(({ kind, channel, paddle }) => [kind, channel, paddle]).toReversed()).toEqual([
      ['open', 'telephone', 11],
      ['open', 'online', null],
      ['maximum', 'paper', 12],
      ['open', 'floor', 13],
      ['automatic', null, null],
    ])
    expect(
      await verifyChain(
        id,
        rows.map((row) => ({ ...row, mine: false })),
      ),
    ).toEqual({ rows: 5, broken: null })
    // The public history names the channel, and neither the paddle nor the bidder.
    const { bids: shown } = await api.client(bids, null).history({ params: { id } })
    expect(shown[2]).toMatchObject({ channel: 'paper', amount: null })
    expect(JSON.stringify(shown)).not.toContain('패들')

    await endLot(api.context, id)
    await closeLots(api.context)
    const chain = await api.client(bids, null).chain({ params: { id } })
    expect(await verifyChain(id, chain.rows)).toEqual({ rows: 5, broken: null })
    expect(chain.closed).toMatchObject({ state: 'sold', price: 140_000, leader: 3 })
  })

  it('is listed in the order of the chain when it beats a maximum', async () => {
    const { id } = await openLot([23, 24])
    await enter(id, { paddle: 23, amount: 200_000, kind: 'maximum' })
    await enter(id, { paddle: 24, amount: 300_000 })
    const { bids: found } = await api.client(bids, null).list({ query: { work: id } })
    expect(found.length).toBeGreaterThan(1)
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, index) => found.length - index))
  })

  it('is listed with all public bids, latest first', async () => {
    const { program, id } = await openLot([21])
    await enter(id, { paddle: 21, amount: 100_000, channel: 'floor' })
    const { bids: found, total } = await api.client(bids, null).list({ query: { program } })
    expect([total, found]).toMatchObject([1, [{ work: id, program, lot: 1, channel: 'floor', amount: 100_000 }]])
    expect((await api.client(bids, null).list({ query: { work: api.context.newId() } })).total).toBe(0)
    const hidden = await openLot([22])
    await enter(hidden.id, { paddle: 22, amount: 100_000, kind: 'maximum' })
    await api.context.database.execute(sql`UPDATE auction_works SET state = 'withdrawn' WHERE id = ${hidden.id}::uuid`)
    expect((await api.client(bids, null).list({ query: { work: hidden.id } })).total).toBe(0)
  })

  it('is refused for an unknown paddle, an unapproved bidder and an amount that is too low', async () => {
    const { id } = await openLot([31, 32])
    await expectRefusal(enter(id, { paddle: 99, amount: 100_000 }), 400, 'paddle')
    await expectRefusal(enter(id, { paddle: 0, amount: 100_000 }), 400, 'paddle')
    await enter(id, { paddle: 31, amount: 100_000 })
    await expectRefusal(enter(id, { paddle: 32, amount: 100_000 }), 409, 'amount')
    await api.context.database
      .update(auctionRegistrations)
      .set({ state: 'waiting' })
      .where(eq(auctionRegistrations.paddle, 32))
    await expectRefusal(enter(id, { paddle: 32, amount: 200_000 }), 409, 'amount')
    await expect(enter(api.context.newId(), { paddle: 31, amount: 200_000 })).rejects.toMatchObject({ status: 404 })
    const reader = await api.actor(['console', 'console:auction:read'])
    const call = { params: { work: id }, body: { paddle: 31, channel: 'floor' as const, amount: 200_000 } }
    await expect(desk(reader).enter(call)).rejects.toMatchObject({ status: 403 })
    expect((await desk().deskHistory({ params: { work: id } })).bids).toHaveLength(1)
  })

  it('is refused for a bidder whose account is locked', async () => {
    const { id } = await openLot([33])
    await api.context.database.execute(sql`UPDATE users SET state = 'locked' WHERE name = '패들 33'`)
    await expectRefusal(enter(id, { paddle: 33, amount: 100_000 }), 400, 'paddle')
  })

  it('is one bid however often it is sent with one key', async () => {
    const { id } = await openLot([41])
    const answers = await Promise.all([1, 2, 3].map(() => enter(id, { paddle: 41, amount: 100_000 }, 'staff-bid-0001')))
    expect(new Set(answers.map(({ bid }) => bid.seq))).toEqual(new Set([1]))
    expect((await desk().deskHistory({ params: { work: id } })).bids).toHaveLength(1)
  })

  it('keeps the chain whole among 64 concurrent bids of all channels', { tags: ['deep'] }, async () => {
    const paddles = Array.from({ length: 32 }, (_, index) => index + 1)
    const { program, id } = await openLot(paddles)
    const online: Actor[] = []
    for (let index = 0; index < 4; index += 1) {
      const actor = await api.actor([])
      await buildRegistration(api.context, { programId: program, userId: actor.userId })
      online.push(actor)
    }
    const statuses = await crowd.callConcurrently((index) => {
      const amount = 100_000 + (index % 16) * 10_000
      const actor = online[index % 4]
      const call =
        index % 2 === 0 || !actor
          ? enter(id, { paddle: (index % 32) + 1, amount, channel: index % 4 === 0 ? 'floor' : 'telephone' })
          : api.client(bids, actor).place({ params: { id }, body: { kind: 'open', amount } })
      return statusOf(call, 201)
    })
    const { bids: rows, lot } = await desk().deskHistory({ params: { work: id }, query: { limit: 500 } })
    expect(
      await verifyChain(
        id,
        rows.map((row) => ({ ...row, mine: false })),
      ),
    ).toEqual({
      rows: rows.length,
      broken: null,
    })
    expect(rows.filter(({ kind }) => kind === 'open')).toHaveLength(statuses.filter((status) => status === 201).length)
    expect(lot.price).toBe(Math.max(...rows.map(({ price }) => price)))
    const prices = rows.map(({ price }) => price).toReversed()
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  })

  it('naively reading the price and then writing it gives several bids the same step', { tags: ['deep'] }, async () => {
    await crowd.pool.query('CREATE TABLE naive_lot AS SELECT 100000 AS price')
    const steps: number[] = []
    await crowd.readThenAct(
      async () => (await crowd.pool.query('SELECT price FROM naive_lot')).rows[0].price + 10_000,
      async (amount) => {
        await crowd.pool.query('UPDATE naive_lot SET price = $1', [amount])
        steps.push(amount)
      },
    )
    expect(new Set(steps).size).toBeLessThan(steps.length)
  })
})

describe('paddle numbers', () => {
  it('are given by staff with the registration on paper, and changed until a bid used them', async () => {
    const { program, id } = await openLot([5], { entry: 'approval' })
    const { username } = await buildUser(api.context, { name: '서면 응찰자' })
    const { entry } = await programs().enroll({ params: { id: program }, body: { username } })
    expect(entry).toMatchObject({ state: 'approved', paddle: 6, user: { name: '서면 응찰자' } })
    const { lines } = await api.client(audit, staff).list({ query: { entity: 'entries', entityId: entry._id } })
    expect(lines).toMatchObject([{ action: 'create', after: { state: 'approved', paddle: 6 } }])
    const params = { id: program, entry: entry._id }
    expect((await programs().setPaddle({ params, body: { paddle: 70 } })).entry.paddle).toBe(70)
    await expectRefusal(programs().setPaddle({ params, body: { paddle: 5 } }), 409, 'paddle')
    await enter(id, { paddle: 70, amount: 100_000 })
    await expectRefusal(programs().setPaddle({ params, body: { paddle: 71 } }), 409, 'paddle')
    await expectRefusal(programs().setPaddle({ params, body: { paddle: null } }), 409, 'paddle')
    // Without a number the next free one, and the same number again, for a bidder who has it.
    expect((await programs().enroll({ params: { id: program }, body: { username } })).entry.paddle).toBe(70)
    await expectRefusal(programs().enroll({ params: { id: program }, body: { username, paddle: 8 } }), 409, 'username')
    await expectRefusal(programs().enroll({ params: { id: program }, body: { username: 'nobody' } }), 400, 'username')
    const unknown = { id: program, entry: api.context.newId() }
    await expect(programs().setPaddle({ params: unknown, body: { paddle: 9 } })).rejects.toMatchObject({ status: 404 })
    const reader = await api.actor(['console', 'console:auction:read'])
    await expect(programs(reader).setPaddle({ params, body: { paddle: 9 } })).rejects.toMatchObject({ status: 403 })
  })

  it('continue with the lowest free one after the highest', async () => {
    const { program } = await openLot([1, 9999])
    const { username } = await buildUser(api.context)
    expect((await programs().enroll({ params: { id: program }, body: { username } })).entry.paddle).toBe(2)
  })

  it('are distinct among concurrent registrations, and one of many gets one number', { tags: ['deep'] }, async () => {
    const { program } = await openLot([])
    const people = await Promise.all(Array.from({ length: 16 }, () => buildUser(api.context)))
    const numbers = await Promise.all(
      people.map(
        async ({ username }) => (await programs().enroll({ params: { id: program }, body: { username } })).entry.paddle,
      ),
    )
    expect(numbers.toSorted((a, b) => Number(a) - Number(b))).toEqual(people.map((_, index) => index + 1))
    const others = await Promise.all(Array.from({ length: 16 }, () => buildUser(api.context)))
    const statuses = await Promise.all(
      others.map(({ username }) =>
        statusOf(programs().enroll({ params: { id: program }, body: { username, paddle: 500 } }), 201),
      ),
    )
    expect(statuses.toSorted()).toEqual([201, ...Array(15).fill(409)])
  })
})
