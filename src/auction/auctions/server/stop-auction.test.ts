import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { bids } from '#auction/bids/contract.ts'
import { endLot } from '#auction/bids/factory.ts'
import { replayChain } from '#auction/bids/rules-replay.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { works } from '#auction/works/contract.ts'
import { buildWork } from '#auction/works/factory.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { outbox } from '#people/messages/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { auctions } from '../contract.ts'
import { buildAuction, buildRegistration, depositInput } from '../factory.ts'
import { auctionRegistrations, auctionsTable } from '../table.ts'

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:auction'])
})

const staffClient = () => api.client(auctions, staff)

interface Bidder {
  client: pg.Client
  /** Places a bid in a transaction that stays open until `commit`. */
  bid(work: string, amount: number): Promise<string>
  commit(): Promise<unknown>
}

const createBidder = async (program: string): Promise<Bidder> => {
  const { id: userId } = await buildUser(api.context)
  await buildRegistration(api.context, { programId: program, userId })
  const client = new pg.Client(api.database.directUrl)
  client.on('error', () => undefined)
  await client.connect()
  return {
    client,
    async bid(work, amount) {
      await client.query('BEGIN')
      const placed = await client.query(
        `SELECT outcome FROM place_bid($1, $2, 'maximum', $3, gen_random_uuid()::text, gen_random_uuid(), gen_random_uuid())`,
        [work, userId, amount],
      )
      return placed.rows[0].outcome
    },
    commit: () => client.query('COMMIT'),
  }
}

/** Number of connections waiting for a lock. */
const waiting = async () =>
  (
    await api.context.database.execute<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  ).rows[0]?.count

/** Creates an auction whose lots are in the order of their ids, and two bidders. */
const startAuction = async () => {
  const program = await buildAuction(api.context)
  const lots: string[] = []
  for (let count = 0; count < 3; count += 1) lots.push((await buildWork(api.context, { program: program.id })).id)
  const [one, other] = [await createBidder(program.id), await createBidder(program.id)]
  return { program, lots: lots.toSorted() as [string, string, string], one, other }
}

const lastBid = async (program: string) => {
  const { rows } = await api.context.database.execute<{ early: boolean }>(sql`
    SELECT max(bid.at) <= (SELECT stopped_at FROM auction_programs WHERE id = ${program}) AS early
    FROM auction_bids AS bid JOIN auction_works AS work ON work.id = bid.work_id WHERE work.program_id = ${program}`)
  return rows[0]
}

/**
 * Two bidders alternate on separate lots, so that at least one bid is always in progress, until the auction is stopped.
 */
const alternateBids = async ({ lots, one, other }: Awaited<ReturnType<typeof startAuction>>, turns: number) => {
  const outcomes: string[] = []
  let [now, next] = [
    { who: one, work: lots[0] },
    { who: other, work: lots[1] },
  ]
  for (let turn = 1; turn <= turns; turn += 1) {
    // If queued behind the stop, this waits until the bid in progress commits.
    const bid = next.who.bid(next.work, 100_000 + turn * 10_000)
    await Promise.race([bid, wait(100)])
    await now.who.commit()
    // Lets the waiting transaction go first.
    await wait(20)
    outcomes.push(await bid)
    ;[now, next] = [next, now]
  }
  await now.who.commit()
  return outcomes
}

const stop = (id: string) => staffClient().stop({ params: { id }, body: { reason: '확인' } })
/** Naive version: locks the auction without its lots. */
const stopAlone = (id: string) =>
  api.context.database
    .update(auctionsTable)
    .set({ stoppedAt: sql`date_trunc('milliseconds', clock_timestamp())`, stopReason: '확인' })
    .where(eq(auctionsTable.id, id))
    .then(() => undefined)

describe('an auction with bids in progress at all times', () => {
  it('is stopped after the bids in progress, and no bid is later than the stop', async () => {
    const party = await startAuction()
    expect(await party.one.bid(party.lots[0], 100_000)).toBe('taken')
    const stopped = stop(party.program.id)
    await expect.poll(waiting).toBe(1)
    const outcomes = await alternateBids(party, 8)
    await stopped
    expect(outcomes.filter((outcome) => outcome === 'taken').length).toBeLessThan(4)
    expect(outcomes.at(-1)).toBe('stopped')
    expect(await lastBid(party.program.id)).toEqual({ early: true })
    await Promise.all([party.one.client.end(), party.other.client.end()])
  })

  it('continues if the stop locks the auction without its lots, and has bids later than the stop (control)', async () => {
    const party = await startAuction()
    expect(await party.one.bid(party.lots[0], 100_000)).toBe('taken')
    const stopped = stopAlone(party.program.id)
    await expect.poll(waiting).toBe(1)
    expect(await alternateBids(party, 8)).toEqual(Array.from({ length: 8 }, () => 'taken'))
    await stopped
    expect(await lastBid(party.program.id)).toEqual({ early: false })
    await Promise.all([party.one.client.end(), party.other.client.end()])
  })

  it('can be changed while bids are in progress', async () => {
    const party = await startAuction()
    expect(await party.one.bid(party.lots[0], 100_000)).toBe('taken')
    const { program } = await staffClient().get({ params: { id: party.program.id } })
    const changed = staffClient().update({
      params: { id: program._id },
      body: { summary: { ko: '새 소개' }, updatedAt: program.updatedAt },
    })
    await expect.poll(waiting).toBe(1)
    const outcomes = await alternateBids(party, 4)
    expect((await changed).program.summary.ko).toBe('새 소개')
    expect(outcomes.at(-1)).toBe('taken')
    await Promise.all([party.one.client.end(), party.other.client.end()])
  })

  it.each([
    ['its chain is valid after the pause', stop, true],
    ['its chain is invalid if the stop locks the auction without its lots', stopAlone, false],
  ] as const)('closes a lot that ends while the stop waits: %s', { tags: ['deep'] }, async (_how, stops, holds) => {
    const party = await startAuction()
    const [first, , last] = party.lots
    const soon = sql`date_trunc('milliseconds', clock_timestamp()) + interval '2 seconds'`
    const ends = { dueAt: soon, endsAt: soon, hardEnd: soon }
    await api.context.database.update(auctionWorks).set(ends).where(eq(auctionWorks.id, last))
    expect(await party.other.bid(last, 100_000)).toBe('taken')
    await party.other.commit()
    expect(await party.one.bid(first, 100_000)).toBe('taken')
    const stopped = stops(party.program.id)
    await expect.poll(waiting).toBe(1)
    const state = async () =>
      (await api.context.database.select().from(auctionWorks).where(eq(auctionWorks.id, last)))[0]?.state
    await expect.poll(async () => closeLots(api.context).then(state), { timeout: 3000, interval: 100 }).toBe('sold')
    await party.one.commit()
    await stopped
    await wait(50)
    await staffClient().resume({ params: { id: party.program.id }, body: {} })
    expect(replayChain(await api.client(bids).chain({ params: { id: last } })) === null).toBe(holds)
    await Promise.all([party.one.client.end(), party.other.client.end()])
  })
})

describe('an auction that is hidden again', () => {
  it('returns its lots to drafts, which are not passed meanwhile and end by the new dates', async () => {
    const { id: program } = await buildAuction(api.context)
    const { id } = await buildWork(api.context, { program })
    const change = async (body: object) => {
      const { program: current } = await staffClient().get({ params: { id: program } })
      await staffClient().update({ params: { id: program }, body: { ...body, updatedAt: current.updatedAt } })
    }
    await change({ visible: false })
    const stateOf = async () =>
      (await api.context.database.select().from(auctionWorks).where(eq(auctionWorks.id, id)))[0]
    expect(await stateOf()).toMatchObject({ state: 'draft', dueAt: null, endsAt: null })
    const firstEnd = new Date(Date.now() + 86_400_000).toISOString()
    await change({ firstEnd })
    await closeLots(api.context)
    await change({ visible: true })
    expect((await api.client(works).lot({ params: { id } })).lot).toMatchObject({ state: 'open', endsAt: firstEnd })
  })
})

describe('an auction with a first end in the past', () => {
  it('is rejected if all its lots would be passed for good, but not if other lots are still open', async () => {
    const { id: program } = await buildAuction(api.context)
    const { id } = await buildWork(api.context, { program })
    const change = async (body: object) => {
      const { program: current } = await staffClient().get({ params: { id: program } })
      return staffClient().update({ params: { id: program }, body: { ...body, updatedAt: current.updatedAt } })
    }
    const past = new Date(Date.now() - 60_000).toISOString()
    const refused = { status: 400, refusal: { fields: { firstEnd: expect.stringContaining('유찰') } } }
    await expect(change({ firstEnd: past })).rejects.toMatchObject(refused)
    await change({ visible: false })
    await change({ firstEnd: past })
    await expect(change({ visible: true })).rejects.toMatchObject(refused)
    const state = async () =>
      (await api.context.database.select().from(auctionWorks).where(eq(auctionWorks.id, id)))[0]?.state
    expect(await state()).toBe('draft')
    await change({ visible: true, firstEnd: new Date(Date.now() + 3_600_000).toISOString() })
    expect(await state()).toBe('open')
    // The first lot has ended while others are open: everything else can still be changed.
    await api.context.database
      .update(auctionsTable)
      .set({ firstEnd: new Date(past) })
      .where(eq(auctionsTable.id, program))
    expect((await change({ summary: { ko: '소개' }, firstEnd: past })).program.summary.ko).toBe('소개')
  })
})

describe('an auction that is over', () => {
  it('accepts no registration and requests no deposit', async () => {
    const program = await buildAuction(api.context, { deposit: depositInput })
    const { id } = await buildWork(api.context, { program: program.id })
    const own = api.client(auctions, await api.actor([], { email: 'too-late@mail.example' }))
    const enter = (termsVersion: number) => own.enter({ params: { id: program.id }, body: { termsVersion } })
    await endLot(api.context, id)
    await closeLots(api.context)
    await api.context.database
      .update(auctionsTable)
      .set({ firstEnd: api.context.now() })
      .where(eq(auctionsTable.id, program.id))
    await expect(enter(1)).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { termsVersion: expect.stringContaining('마감') } },
    })
    await expect(enter(2)).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { termsVersion: expect.stringContaining('약관') } },
    })
    const entries = eq(auctionRegistrations.programId, program.id)
    expect(await api.context.database.$count(auctionRegistrations, entries)).toBe(0)
    expect(await api.context.database.$count(outbox, sql`recipient = 'too-late@mail.example'`)).toBe(0)
  })
})
