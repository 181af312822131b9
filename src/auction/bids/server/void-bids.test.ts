import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildAuction, buildRegistration } from '#auction/auctions/factory.ts'
import { verifyChain } from '#auction/bids/rules-fingerprint.ts'
import { replayChain } from '#auction/bids/rules-replay.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { auctionSales } from '#auction/sales/table.ts'
import { works } from '#auction/works/contract.ts'
import { buildWork } from '#auction/works/factory.ts'
import { CallPending } from '#kit/client.ts'
import { approvals } from '#people/approvals/contract.ts'
import { outbox } from '#people/messages/table.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { bids, type Chain } from '../contract.ts'
import { endLot } from '../factory.ts'
import { sendOutbidMail } from './send-outbid-mail.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../../docs/auction-replay.mjs')
const scopes = ['console', 'console:auction', 'console:voids', 'console:approvals']

const api = prepareTestApi()
let staff: Actor
let folder: string
beforeAll(async () => {
  staff = await api.actor(scopes)
  folder = await mkdtemp(join(tmpdir(), 'void-'))
})
afterAll(() => rm(folder, { recursive: true }))

const openLot = async (
  count: number,
  rules: Parameters<typeof buildAuction>[1] = {},
  reserve: number | null = null,
) => {
  const program = await buildAuction(api.context, rules)
  const { id } = await buildWork(api.context, { program: program.id, reserve })
  const actors: Actor[] = []
  for (let index = 0; index < count; index += 1) {
    const actor = await api.actor([], { email: `void-${api.context.newId()}@mail.example` })
    await buildRegistration(api.context, { programId: program.id, userId: actor.userId })
    actors.push(actor)
  }
  return { program, id, actors: actors as [Actor, Actor, Actor, Actor, Actor, Actor] }
}

const bid = (actor: Actor, id: string, amount: number, kind: 'open' | 'maximum' = 'open', from?: string) =>
  api.client(bids, actor, 'ko', from).place({ params: { id }, body: { kind, amount } })

/** Voids the bids of the bidder of the latest open or maximum bid. */
const voidLatest = async (id: string, by: Actor = staff, from?: string) => {
  const client = api.client(bids, by, 'ko', from)
  const { bids: rows } = await client.deskHistory({ params: { work: id } })
  const row = rows.find(({ kind, voided }) => !voided && (kind === 'open' || kind === 'maximum'))
  return client.void({ params: { work: id, id: row?._id ?? '' }, body: { reason: '착오 응찰' } })
}

describe('a void', () => {
  it('that needs approval shows the public price, not the maximum bid', async () => {
    const { id, actors } = await openLot(1)
    await bid(actors[0], id, 777_000, 'maximum')
    const asker = await api.actor(['console', 'console:auction', 'console:voids:together', 'console:approvals'])
    await expect(voidLatest(id, asker)).rejects.toBeInstanceOf(CallPending)
    const { approvals: pending } = await api.client(approvals, staff).list({ query: { limit: 100 } })
    const titles = pending.map(({ subject }) => subject?.title)
    expect(titles).toEqual([expect.stringContaining('100,000원')])
    const { rows } = await api.context.database.execute("SELECT summary FROM audit WHERE action = 'ask'")
    expect(JSON.stringify([pending, rows])).not.toMatch(/777,?000/)
  })

  it('makes the outbid bidder lead again, whose account therefore cannot be deleted before the lot ends', async () => {
    const { id, actors } = await openLot(3)
    const [outbid, voided, third] = actors
    const blocks = async (actor: Actor) => (await api.client(withdrawals, actor).outlook()).withdrawal.blocks
    await bid(outbid, id, 130_000, 'maximum')
    await bid(voided, id, 200_000)
    expect(await blocks(third)).toEqual([])
    expect(await blocks(outbid)).toMatchObject([{ to: '/me/bids' }])
    expect(await blocks(voided)).toMatchObject([{ to: '/me/bids' }])
    await voidLatest(id)
    expect(await blocks(voided)).toEqual([])
    await endLot(api.context, id)
    await closeLots(api.context)
    const sales = await api.context.database.select().from(auctionSales).where(eq(auctionSales.workId, id))
    expect(sales).toMatchObject([{ userId: outbid.userId, hammer: 100_000 }])
  })
})

it('notifies the voided bidder, who gets no outbid mail as well', async () => {
  const { id, actors } = await openLot(2)
  await bid(actors[0], id, 100_000)
  await bid(actors[1], id, 110_000)
  const mails = () => api.context.database.$count(outbox, eq(outbox.aboutUserId, actors[0].userId))
  const { bids: rows } = await api.client(bids, staff).deskHistory({ params: { work: id } })
  const first = rows.find(({ bidder }) => bidder === 1)
  await sendOutbidMail(api.context, { work: id, user: actors[0].userId })
  expect(await mails()).toBe(1)
  await api.client(bids, staff).void({ params: { work: id, id: first?._id ?? '' }, body: { reason: '착오 응찰' } })
  expect(await mails()).toBe(2)
  await sendOutbidMail(api.context, { work: id, user: actors[0].userId })
  expect(await mails()).toBe(2)
})

it('hides maximum bids of a withdrawn lot from staff, since it may be auctioned again, but shows those of a closed lot', async () => {
  const [withdrawn, closed] = [await openLot(2), await openLot(2)]
  for (const { id, actors } of [withdrawn, closed]) {
    await bid(actors[0], id, 777_000, 'maximum')
    await bid(actors[1], id, 110_000)
    await expect(bid(actors[0], id, 666_000, 'maximum')).rejects.toMatchObject({ status: 409 })
  }
  const reason = '위탁자가 거두어 갔습니다.'
  await api.client(works, staff).withdraw({ params: { id: withdrawn.id }, body: { reason } })
  await endLot(api.context, closed.id)
  await closeLots(api.context)
  const findMaximums = async (work: string) =>
    JSON.stringify(await api.client(bids, staff).deskHistory({ params: { work } })).match(/777000|666000/g)
  expect(await findMaximums(withdrawn.id)).toBeNull()
  expect(await findMaximums(closed.id)).toEqual(['777000', '666000'])
})

/** Verdicts of the script and of the browser's checks. */
const judge = async (chain: Chain) => {
  const file = join(folder, 'chain.json')
  await writeFile(file, JSON.stringify(chain))
  const { stdout } = await run(process.execPath, [script, file]).catch((failed: { stdout: string }) => failed)
  return { script: stdout, browser: replayChain(chain), seals: (await verifyChain(chain.work, chain.rows)).broken }
}

describe('concurrent bids, maximum bids, voids and pauses', () => {
  it.each([
    { reserve: null, windowSeconds: 3600, from: '10.1.0.1' },
    { reserve: 400_000, windowSeconds: 3600, from: '10.1.0.2' },
    { reserve: 250_000, windowSeconds: 0, from: '10.1.0.3' },
  ])(
    'leave a valid chain with reserve $reserve and a closing window of $windowSeconds s',
    { tags: ['deep'], timeout: 60_000 },
    async ({ reserve, windowSeconds, from }) => {
      const rules = { endsIn: 60, windowSeconds, extensionSeconds: 90, hardMinutes: 2 }
      const { id, program, actors } = await openLot(6, rules, reserve)
      const params = { id: program.id }
      const acts: (() => Promise<unknown>)[] = []
      for (let round = 0; round < 10; round += 1) {
        for (const [index, actor] of actors.entries())
          acts.push(() =>
            bid(
              actor,
              id,
              100_000 + ((round * 37 + index * 11) % 45) * 10_000,
              (round + index) % 3 === 0 ? 'open' : 'maximum',
              from,
            ),
          )
        if (round % 4 === 1) acts.push(() => voidLatest(id, staff, from))
        if (round % 3 === 1)
          acts.push(async () => {
            await api.client(auctions, staff, 'ko', from).stop({ params, body: { reason: '확인' } })
            await api.client(auctions, staff, 'ko', from).resume({ params, body: {} })
          })
      }
      for (let first = 0; first < acts.length; first += 14)
        await Promise.allSettled(acts.slice(first, first + 14).map((act) => act()))
      // Ensures that the chain has at least one bid, a void and a pause, whatever succeeded before.
      const last = await api.actor([])
      await buildRegistration(api.context, { programId: program.id, userId: last.userId })
      await bid(last, id, 1_000_000, 'maximum', from)
      await voidLatest(id, staff, from)
      await api.client(auctions, staff, 'ko', from).stop({ params, body: { reason: '확인' } })
      await api.client(auctions, staff, 'ko', from).resume({ params, body: {} })
      const { lot } = await api.client(bids).history({ params: { id } })
      expect(lot.bids).toBeGreaterThan(3)
      await api.context.database.execute(`
      UPDATE auction_works SET state = CASE WHEN price >= coalesce(reserve, start_price) THEN 'sold' ELSE 'passed' END,
        closed_at = ends_at WHERE id = '${id}'`)
      const chain = await api.client(bids).chain({ params: { id } })
      expect(chain.rows.some(({ kind }) => kind === 'void')).toBe(true)
      expect(chain.pauses.length).toBeGreaterThan(0)
      expect(await judge(chain)).toEqual({
        script: `${chain.rows.length} rows hold: ${chain.closed.state}, ${chain.closed.price ?? 0}\n`,
        browser: null,
        seals: null,
      })
    },
  )
})
