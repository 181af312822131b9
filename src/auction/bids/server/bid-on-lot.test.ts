import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildAuction, buildRegistration } from '#auction/auctions/factory.ts'
import { buildSale } from '#auction/sales/factory.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { auctionSales } from '#auction/sales/table.ts'
import { buildWork } from '#auction/works/factory.ts'
import type { CallRefused } from '#kit/client.ts'
import { outbox } from '#people/messages/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { bids } from '../contract.ts'
import { endLot } from '../factory.ts'
import { sendOutbidMail } from './send-outbid-mail.ts'

const api = prepareTestApi()

let memberCount = 0
const member = async () => {
  memberCount += 1
  return api.actor([], { email: `bidder-${memberCount}@mail.example`, name: `응찰자 ${memberCount}` })
}

/** Creates an open lot and members who may bid on it. */
const openLot = async (
  count: number,
  work: Parameters<typeof buildWork>[1] = {},
  rules: Parameters<typeof buildAuction>[1] = {},
) => {
  const program = await buildAuction(api.context, rules)
  const { id } = await buildWork(api.context, { program: program.id, ...work })
  const actors: Actor[] = []
  for (let index = 0; index < count; index += 1) {
    const actor = await member()
    await buildRegistration(api.context, { programId: program.id, userId: actor.userId })
    actors.push(actor)
  }
  return { program, id, actors: actors as [Actor, Actor, Actor] }
}

const bid = (actor: Actor, id: string, amount: number, kind: 'open' | 'maximum' = 'open', key?: string) =>
  api
    .client(bids, actor)
    .place({ params: { id }, body: { kind, amount } }, key ? { headers: { 'idempotency-key': key } } : {})

const reasonOf = async (refused: Promise<unknown>) => {
  const error = (await refused.then(
    () => undefined,
    (reason: CallRefused) => reason,
  )) as CallRefused | undefined
  const current = error?.refusal.current as { reason?: string; lot?: { next: number } } | undefined
  return { status: error?.status, reason: current?.reason, next: current?.lot?.next, fields: error?.refusal.fields }
}

describe('a lot', () => {
  it('is bid on, outbid and won, and its winner gets one mail', async () => {
    const { id, actors } = await openLot(2)
    const [first, second] = actors
    const { receipt } = await bid(first, id, 100_000)
    expect(receipt).toMatchObject({ mark: 'ㄱ', amount: 100_000, leads: true, seq: 1 })
    expect((await bid(second, id, 150_000, 'maximum')).lot).toMatchObject({ price: 110_000, leader: 2, next: 120_000 })

    const { rows: jobs } = await api.context.database.execute<{ key: string }>(
      sql`SELECT key FROM graphile_worker.jobs WHERE key LIKE ${`outbid:${id}:%`}`,
    )
    expect(jobs.map(({ key }) => key)).toEqual([`outbid:${id}:${first.userId}`])
    await sendOutbidMail(api.context, { work: id, user: first.userId })
    const { lots, counts } = await api.client(bids, first).mine()
    expect([lots[0]?.outcome, counts.outbid]).toEqual(['outbid', 1])
    expect((await api.client(bids, second).mine()).bound).toEqual({
      hammer: 150_000,
      premium: 22_500,
      vat: 2_250,
      total: 174_750,
    })

    await endLot(api.context, id)
    await Promise.all([closeLots(api.context), closeLots(api.context), closeLots(api.context)])
    expect((await api.client(bids, second).mine()).lots[0]).toMatchObject({ outcome: 'won', lot: { state: 'sold' } })
    expect((await api.client(bids, first).mine()).lots[0]).toMatchObject({ outcome: 'lost', sale: null })
    const sales = await api.context.database.select().from(auctionSales).where(eq(auctionSales.workId, id))
    expect(sales).toMatchObject([{ hammer: 110_000, premium: 16_500, vat: 1_650, total: 128_150, mails: 1 }])
    const mails = await api.context.database.select().from(outbox).where(sql`subject LIKE '%낙찰받으셨습니다%'`)
    expect(mails.filter(({ recipient }) => recipient === 'bidder-2@mail.example')).toHaveLength(1)
    expect(mails.at(-1)?.text).toContain('128,150')
  })

  it('refuses bids with a reason and its current state', async () => {
    const { id, actors, program } = await openLot(2)
    const [first, second] = actors
    await bid(first, id, 200_000, 'maximum')
    expect(await reasonOf(bid(second, id, 105_000))).toMatchObject({ status: 409, reason: 'too_low', next: 110_000 })
    expect(await reasonOf(bid(first, id, 120_000))).toMatchObject({ reason: 'leading' })
    expect(await reasonOf(bid(first, id, 200_000, 'maximum'))).toMatchObject({ reason: 'not_higher' })
    const stranger = await member()
    expect(await reasonOf(bid(stranger, id, 300_000))).toMatchObject({ reason: 'not_entitled' })
    expect((await reasonOf(bid(stranger, id, 300_000))).fields?.amount).toContain('약관')
    expect(await reasonOf(api.client(bids, null).place({ params: { id }, body: { amount: 300_000 } }))).toMatchObject({
      status: 401,
    })
    for (const amount of [0, -1, 1.5, 2e12])
      expect(await reasonOf(bid(second, id, amount))).toMatchObject({ status: 400 })
    const staff = api.client(auctions, await api.actor(['console', 'console:auction', 'console:voids']))
    await staff.stop({ params: { id: program.id }, body: { reason: '작품 확인' } })
    expect(await reasonOf(bid(second, id, 300_000))).toMatchObject({ reason: 'stopped' })
    await staff.resume({ params: { id: program.id }, body: {} })
    await endLot(api.context, id)
    expect(await reasonOf(bid(second, id, 300_000))).toMatchObject({ reason: 'ended' })
    // Reading the history waits until the refusals are written.
    const desk = api.client(bids, await api.actor(['console', 'console:auction', 'console:voids']))
    const { refused } = await desk.deskHistory({ params: { work: id } })
    expect(refused.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['ended', 'stopped', 'not_entitled', 'not_higher', 'leading', 'too_low']),
    )
  })

  it('still reports the next amount after the highest allowed bid', async () => {
    const { id, actors } = await openLot(2)
    await bid(actors[0], id, 1_000_000_000_000)
    expect((await api.client(bids).history({ params: { id } })).lot.next).toBe(1_000_000_010_000)
    expect(await reasonOf(bid(actors[1], id, 1_000_000_000_000, 'maximum'))).toMatchObject({ reason: 'too_low' })
  })

  it('stores every refused bid, also from concurrent requests that hold all connections, with and without a key', async () => {
    const { id, actors } = await openLot(1)
    await bid(actors[0], id, 100_000)
    const refused = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        reasonOf(bid(actors[0], id, 200_000 + index, 'open', index % 2 === 0 ? `refused-${index}` : undefined)),
      ),
    )
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['leading']))
    const desk = api.client(bids, await api.actor(['console', 'console:auction', 'console:voids']))
    const { refused: refusedBids } = await desk.deskHistory({ params: { work: id } })
    expect(refusedBids.map(({ amount }) => amount).toSorted()).toEqual(
      Array.from({ length: 16 }, (_, index) => 200_000 + index),
    )
  })

  it('takes concurrent bids that hold all connections without waiting when the module switches are reloaded', {
    tags: ['deep'],
  }, async () => {
    // At most four concurrent bids per lot are admitted.
    const lots = [await openLot(1), await openLot(1)]
    const lock = new pg.Client(api.database.directUrl)
    lock.on('error', () => undefined)
    await lock.connect()
    try {
      await lock.query('BEGIN; LOCK TABLE idempotency IN EXCLUSIVE MODE')
      const bidding = Promise.allSettled(
        lots.flatMap(({ id, actors }) =>
          Array.from({ length: 4 }, (_, index) => bid(actors[0], id, 100_000, 'open', `crowd-${index}`)),
        ),
      )
      // Now every connection of the application is in a transaction.
      const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND locktype = 'relation'
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      await expect.poll(async () => (await lock.query(waiting)).rows[0].count).toBe(8)
      // Each process caches the module switches for one second.
      const cachedAt = performance.now()
      await expect.poll(() => performance.now() - cachedAt, { timeout: 5000 }).toBeGreaterThan(1000)
      // A visitor's request must reload them and waits for a connection.
      const visitor = api.request({ method: 'GET', url: `/api/v1/auction/works/${lots[0]?.id}/bids` })
      const began = performance.now()
      await lock.query('COMMIT')
      const answers = await bidding
      expect((await visitor).statusCode).toBe(200)
      // The pool times out a waiting request after two seconds.
      expect(performance.now() - began).toBeLessThan(2000)
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    } finally {
      await lock.end()
    }
  })

  it('takes a repeated request once and returns the same receipt', async () => {
    const { id, actors } = await openLot(1)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => bid(actors[0], id, 100_000, 'open', 'the-sheet-was-opened-once')),
    )
    expect(new Set(answers.map(({ receipt }) => receipt.hash)).size).toBe(1)
    expect((await api.client(bids).history({ params: { id } })).bids).toHaveLength(1)
  })

  it('hides maximum bids and the reserve until it is closed', async () => {
    const { id, actors } = await openLot(2, { reserve: 400_000 })
    await bid(actors[0], id, 200_000, 'maximum')
    await bid(actors[1], id, 110_000)
    const open = await api.request({ method: 'GET', url: `/api/v1/auction/works/${id}/bids` })
    expect(open.body).not.toMatch(/200000|400000/)
    expect(open.json().bids.map(({ mark, mine }: { mark: string; mine: boolean }) => [mark, mine])).toEqual([
      ['ㄱ', false],
      ['ㄴ', false],
      ['ㄱ', false],
    ])
    const desk = await api.request({
      method: 'GET',
      url: `/api/console/auction/works/${id}/bids`,
      headers: {
        authorization: `Bearer ${(await api.actor(['console', 'console:auction', 'console:voids'])).accessToken}`,
      },
    })
    expect(desk.body).not.toContain('200000')
    expect((await reasonOf(api.client(bids).chain({ params: { id } }))).status).toBe(404)
    await endLot(api.context, id)
    await closeLots(api.context)
    const chain = await api.client(bids).chain({ params: { id } })
    expect(chain.closed).toMatchObject({ state: 'passed', price: 120_000, leader: 1 })
    expect(chain.rows[0]).toMatchObject({ amount: 200_000, price: 100_000 })
  })

  it('has the price of the other bids after staff void one, and refuses further bids of that bidder', async () => {
    const { id, actors } = await openLot(3)
    const [first, second, third] = actors
    await bid(first, id, 130_000, 'maximum')
    await bid(second, id, 200_000, 'maximum')
    await bid(third, id, 250_000)
    const desk = api.client(bids, await api.actor(['console', 'console:auction', 'console:voids']))
    const [latest] = (await desk.deskHistory({ params: { work: id } })).bids
    const { lot, bids: rows } = await desk.void({
      params: { work: id, id: latest?._id ?? '' },
      body: { reason: '본인이 잘못 눌렀다고 알려 왔습니다.' },
    })
    expect(lot).toMatchObject({ price: 140_000, leader: 2 })
    expect(rows[0]).toMatchObject({ kind: 'void', bidder: 3, leader: 2 })
    expect(rows.filter(({ voided }) => voided).map(({ bidder }) => bidder)).toEqual([3])
    const again = await reasonOf(bid(third, id, 300_000))
    expect(again).toMatchObject({ reason: 'not_entitled' })
    expect(again.fields?.amount).toContain('무효')
    const mails = await api.context.database
      .select()
      .from(outbox)
      .where(sql`subject LIKE '%무효%' OR subject LIKE '%다시 가장%'`)
    const emailOf = (actor: Actor) => `bidder-${memberCount - 3 + actors.indexOf(actor) + 1}@mail.example`
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([emailOf(second), emailOf(third)].toSorted())
    expect(mails.map(({ text }) => text).join()).toContain('잘못 눌렀다고')
    expect((await bid(first, id, 210_000)).lot).toMatchObject({ price: 210_000, leader: 1 })
    const { rows: log } = await api.context.database.execute<{ after: { reason: string } }>(
      sql`SELECT after FROM audit WHERE action = 'void' AND entity = 'bids'`,
    )
    expect(log.at(-1)?.after.reason).toContain('잘못')
  })

  it('allows voiding a bid while the auction is stopped, even past its end, but not after it has ended', {
    tags: ['deep'],
  }, async () => {
    const { id, program, actors } = await openLot(2, {}, { endsIn: 10, windowSeconds: 0 })
    await bid(actors[0], id, 130_000, 'maximum')
    await bid(actors[1], id, 250_000)
    const scopes = ['console', 'console:auction', 'console:voids']
    const desk = api.client(bids, await api.actor(scopes))
    const staff = api.client(auctions, await api.actor(scopes))
    await staff.stop({ params: { id: program.id }, body: { reason: '확인' } })
    const { lot, now } = await api.client(bids).history({ params: { id } })
    const end = Date.parse(lot.endsAt)
    await new Promise((resolve) => setTimeout(resolve, end - Date.parse(now) + 100))
    const { bids: rows } = await desk.deskHistory({ params: { work: id } })
    const voided = (bidder: number) =>
      desk.void({
        params: { work: id, id: rows.find((row) => row.bidder === bidder)?._id ?? '' },
        body: { reason: '착오 응찰' },
      })
    expect((await voided(2)).lot).toMatchObject({ price: 100_000, leader: 1, endsAt: lot.endsAt })
    await staff.resume({ params: { id: program.id }, body: {} })
    await endLot(api.context, id)
    expect((await reasonOf(voided(1))).fields).toHaveProperty('reason')
  })

  it('ends later by the time that the auction was stopped', async () => {
    const { id, program } = await openLot(1)
    const staff = api.client(auctions, await api.actor(['console', 'console:auction', 'console:voids']))
    const endOf = async () => Date.parse((await api.client(bids).history({ params: { id } })).lot.endsAt)
    const before = await endOf()
    await staff.stop({ params: { id: program.id }, body: { reason: '확인' } })
    await api.context.database.execute(
      sql`UPDATE auction_programs SET stopped_at = stopped_at - interval '5 minutes' WHERE id = ${program.id}`,
    )
    await staff.resume({ params: { id: program.id }, body: {} })
    const moved = (await endOf()) - before
    expect(moved).toBeGreaterThanOrEqual(300_000)
    expect(moved).toBeLessThan(310_000)
  })

  it('locks the bidding rules from the first bid, but not the description', async () => {
    const { id, actors, program } = await openLot(1)
    await bid(actors[0], id, 100_000)
    const staff = api.client(auctions, await api.actor(['console', 'console:auction', 'console:voids']))
    const { program: current } = await staff.get({ params: { id: program.id } })
    const change = (body: object) =>
      staff.update({ params: { id: program.id }, body: { ...body, updatedAt: current.updatedAt } })
    expect((await reasonOf(change({ premium: 100 }))).status).toBe(409)
    expect((await change({ summary: { ko: '소개를 고칩니다.' } })).program.summary.ko).toBe('소개를 고칩니다.')
  })
})

describe('a sale', () => {
  it('exists once, even if several processes close the lot concurrently', async () => {
    const sale = await buildSale(api.context)
    expect(sale.hammer).toBe(110_000)
    const rows = await api.context.database.select().from(auctionSales).where(eq(auctionSales.workId, sale.workId))
    expect(rows).toHaveLength(1)
  })
})
