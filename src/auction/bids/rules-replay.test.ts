// @module-tag deep
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildAuction } from '#auction/auctions/factory.ts'
import { replayChain } from '#auction/bids/rules-replay.ts'
import { closeLots } from '#auction/sales/server/close-lots.ts'
import { buildWork } from '#auction/works/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { bids, type Chain } from './contract.ts'
import { buildBid } from './factory.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../docs/auction-replay.mjs')

const api = prepareTestApi()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chain-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Output of the replay script for a chain, and whether it passes. */
const replay = async (chain: Chain): Promise<string> => {
  const file = join(folder, 'chain.json')
  await writeFile(file, JSON.stringify(chain))
  return run(process.execPath, [script, file]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

/** Creates a closed lot with maximum bids, a void, a pause and a moved end. */
const closedLot = async (): Promise<Chain> => {
  const program = await buildAuction(api.context, {
    // The first bids arrive before the closing window even on a busy machine; the last one moves the end.
    endsIn: 12,
    windowSeconds: 60,
    extensionSeconds: 7,
    hardMinutes: 1,
  })
  const work = await buildWork(api.context, { program: program.id, reserve: 150_000 })
  const bidders = await Promise.all(Array.from({ length: 4 }, async () => (await buildUser(api.context)).id))
  const bid = (bidder: number, amount: number, kind: 'open' | 'maximum') =>
    buildBid(api.context, { work, userId: bidders[bidder] ?? '', amount, kind })
  const desk = await api.actor(['console', 'console:auction', 'console:voids'])
  await bid(0, 130_000, 'maximum')
  await bid(1, 110_000, 'open')
  await bid(1, 170_000, 'maximum')
  await bid(2, 170_000, 'open')
  await bid(3, 300_000, 'maximum')
  const { bids: rows } = await api.client(bids, desk).deskHistory({ params: { work: work.id } })
  await api.client(auctions, desk).stop({ params: { id: program.id }, body: { reason: '확인' } })
  await api
    .client(bids, desk)
    .void({ params: { work: work.id, id: rows[0]?._id ?? '' }, body: { reason: '착오 응찰' } })
  await api.client(auctions, desk).resume({ params: { id: program.id }, body: {} })
  const lot = async () => (await api.client(bids).history({ params: { id: work.id } })).lot
  await expect.poll(async () => Date.parse((await lot()).endsAt) - Date.now(), { timeout: 20_000 }).toBeLessThan(6000)
  await bid(0, 200_000, 'open')
  await expect
    .poll(
      async () => {
        await closeLots(api.context)
        return (await lot()).state
      },
      { timeout: 40_000 },
    )
    .toBe('sold')
  return api.client(bids).chain({ params: { id: work.id } })
}

it('replays a closed lot without this software and detects every change', async () => {
  const chain = await closedLot()
  expect(replayChain(chain)).toBeNull()
  expect(await replay(chain)).toBe(`${chain.rows.length} rows hold: sold, ${chain.closed.price}\n`)
  const changed = (seq: number, change: Partial<Chain['rows'][number]>): Chain => ({
    ...chain,
    rows: chain.rows.map((row) => (row.seq === seq ? { ...row, ...change } : row)),
  })
  expect(await replay(changed(2, { price: 109_000 }))).toContain('row 2: the fingerprint is broken')
  expect(await replay(changed(1, { amount: 131_000 }))).toContain('row 1: the fingerprint is broken')
  expect(await replay({ ...chain, rows: chain.rows.filter(({ seq }) => seq !== 3) })).toContain('broken')
  const increments = [{ from: 0, step: 20_000 }]
  expect(await replay({ ...chain, rules: { ...chain.rules, increments } })).toMatch(
    /refused by the rules|another outcome/,
  )
  expect(await replay({ ...chain, closed: { ...chain.closed, price: 1_000_000 } })).toContain('another result')
  expect(await replay({ ...chain, pauses: [] })).toMatch(/another end|another close|after the end/)

  // The browser agrees. Its check of fingerprints is separate from its check of the rules.
  const last = chain.rows.at(-1)?.seq
  const voided = chain.rows.find(({ kind }) => kind === 'void')
  const otherMoment = new Date(Date.parse(chain.closed.at) + 1000).toISOString()
  expect(replayChain(changed(voided?.seq ?? 0, { price: (voided?.price ?? 0) + 10_000 }))).toEqual({ seq: voided?.seq })
  expect(replayChain(changed(last ?? 0, { endsAt: otherMoment }))).toEqual({ seq: last })
  expect(replayChain({ ...chain, closed: { ...chain.closed, price: 1_000_000 } })).toEqual({ seq: last })
  expect(replayChain({ ...chain, closed: { ...chain.closed, leader: 4 } })).toEqual({ seq: last })
  expect(replayChain({ ...chain, closed: { ...chain.closed, state: 'passed' } })).toEqual({ seq: last })
  expect(replayChain({ ...chain, closed: { ...chain.closed, at: otherMoment } })).toEqual({ seq: last })
  expect(replayChain({ ...chain, pauses: [] })).not.toBeNull()
})
