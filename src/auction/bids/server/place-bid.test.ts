import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, openPlainPool, type TestDatabase } from '#test/server/test-database.ts'
import { type BidKind, decideBid, type LotRules, type LotStanding } from '../rules.ts'

const increments = [
  { from: 0, step: 10_000 },
  { from: 300_000, step: 20_000 },
]
const callers = 64

let database: TestDatabase
let pool: pg.Pool
let users: string[]

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPlainPool(database.url, 32)
  const level = randomUUID()
  await pool.query(`INSERT INTO levels (id, key, title, rank) VALUES ($1, 'bidders', '{"ko": "응찰자"}', 0)`, [level])
  users = Array.from({ length: callers }, () => randomUUID())
  await pool.query(
    `INSERT INTO users (id, username, name, level_id, password_hash)
     SELECT id, 'bidder-' || place, '응찰자', $2, '' FROM unnest($1::uuid[]) WITH ORDINALITY AS bidder (id, place)`,
    [users, level],
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

interface Lot {
  program: string
  work: string
}

/** Creates an auction with one open lot in which every user may bid. */
const openLot = async ({ reserve = 300_000, endsIn = '1 hour', entry = 'approved' } = {}): Promise<Lot> => {
  const [program, work] = [randomUUID(), randomUUID()]
  await pool.query(
    `INSERT INTO auction_programs (id, title, starts_at, first_end, increments, visible)
     VALUES ($1, '{"ko":"p"}', now() - interval '1 day', clock_timestamp() + $2::interval, $3, true)`,
    [program, endsIn, JSON.stringify(increments)],
  )
  await pool.query(
    `INSERT INTO auction_works (id, program_id, lot, title, start_price, reserve) VALUES ($1, $2, 1, '{"ko":"w"}', 100000, $3)`,
    [work, program, reserve],
  )
  await pool.query('SELECT open_lots($1)', [program])
  await pool.query(
    `INSERT INTO auction_entries (id, program_id, user_id, state, terms_version, accepted_at)
     SELECT gen_random_uuid(), $1, bidder, $2, 1, now() FROM unnest($3::uuid[]) AS bidder`,
    [program, entry, users],
  )
  return { program, work }
}

interface PlacedBid {
  outcome: string
  seq: number | null
  price: string | null
  leads: boolean | null
  ends_at: Date
}

const place = async (work: string, user: number, kind: BidKind, amount: number, key: string = randomUUID()) => {
  const { rows } = await pool.query<PlacedBid>('SELECT * FROM place_bid($1, $2, $3, $4, $5, $6, $7)', [
    work,
    users[user],
    kind,
    amount,
    key,
    randomUUID(),
    randomUUID(),
  ])
  return rows[0] as PlacedBid
}

const historyOf = async (work: string) =>
  (
    await pool.query(
      `SELECT seq, bidder, kind, amount::int, price::int, leader, ends_at, at, key, hash = hash_bid(bid) AS holds,
        previous = coalesce(lag(hash) OVER (ORDER BY seq), '\\x') AS joined
       FROM auction_bids AS bid WHERE work_id = $1 ORDER BY seq`,
      [work],
    )
  ).rows

const lotOf = async (work: string) =>
  (
    await pool.query(
      `SELECT price::int, leader, maximum::int, ends_at, due_at, hard_end, state, last_seq FROM auction_works WHERE id = $1`,
      [work],
    )
  ).rows[0]

/** Replays the stored bids with the model and expects the same rows. */
const expectAsTheModelSays = async (work: string) => {
  const history = await historyOf(work)
  const lot = await lotOf(work)
  const rules: LotRules = {
    start: 100_000,
    reserve: 300_000,
    increments,
    window: 120_000,
    extension: 120_000,
    hardEnd: lot.hard_end.getTime(),
  }
  let standing: LotStanding = { price: null, leader: null, maximum: null, endsAt: lot.due_at.getTime() }
  const announced = history
    .filter(({ kind }) => kind !== 'automatic')
    .flatMap(({ bidder, kind, amount, at }) => {
      const verdict = decideBid(rules, standing, { bidder, kind, amount, at: at.getTime() })
      if ('refused' in verdict) throw new Error(`The model refuses a kept bid: ${verdict.refused}.`)
      standing = verdict.standing
      return verdict.lines
    })
  expect(history.map(({ bidder, kind, price, leader }) => ({ bidder, kind, price, leader }))).toEqual(announced)
  expect(history.every(({ holds, joined }) => holds && joined)).toBe(true)
  expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
  expect([lot.price, lot.leader, lot.maximum, lot.ends_at.getTime()]).toEqual([
    standing.price,
    standing.leader,
    standing.maximum,
    standing.endsAt,
  ])
  return history
}

describe('a bid in the database', () => {
  it('is decided exactly as by the model for random bids', { timeout: 60_000 }, async () => {
    const offers = fc.array(
      fc.record({
        user: fc.integer({ min: 0, max: 4 }),
        kind: fc.constantFrom<BidKind>('open', 'maximum'),
        amount: fc.integer({ min: 8, max: 60 }).map((n) => n * 10_000),
      }),
      { minLength: 5, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(offers, async (list) => {
        const { work } = await openLot()
        let standing: LotStanding = { price: null, leader: null, maximum: null, endsAt: Number.MAX_SAFE_INTEGER }
        const numbers = new Map<number, number>()
        const rules = { start: 100_000, reserve: 300_000, increments, window: 0, extension: 0, hardEnd: 0 }
        for (const { user, kind, amount } of list) {
          const number = numbers.get(user) ?? numbers.size + 1
          const verdict = decideBid(rules, standing, { bidder: number, kind, amount, at: 0 })
          const placed = await place(work, user, kind, amount)
          if ('refused' in verdict) {
            expect(placed.outcome).toBe(verdict.refused)
            continue
          }
          numbers.set(user, number)
          standing = verdict.standing
          expect([placed.outcome, Number(placed.price), placed.leads]).toEqual([
            'taken',
            standing.price,
            standing.leader === number,
          ])
        }
        await expectAsTheModelSays(work)
      }),
      { numRuns: 12 },
    )
  })

  it('is placed once per key, and another amount with the key is refused', async () => {
    const { work } = await openLot()
    const answers = await Promise.all(Array.from({ length: 8 }, () => place(work, 0, 'open', 100_000, 'same')))
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['repeated', ...Array(6).fill('repeated'), 'taken'])
    expect((await place(work, 0, 'open', 200_000, 'same')).outcome).toBe('key_reused')
    expect(await historyOf(work)).toHaveLength(1)
  })

  it('requires a running auction, an open lot and an approved registration', async () => {
    const { work, program } = await openLot()
    expect((await place(randomUUID(), 0, 'open', 100_000)).outcome).toBe('not_found')
    await pool.query(`UPDATE auction_programs SET stopped_at = now(), stop_reason = '점검' WHERE id = $1`, [program])
    expect((await place(work, 0, 'open', 100_000)).outcome).toBe('stopped')
    await pool.query(`UPDATE auction_programs SET stopped_at = NULL, terms_version = 2 WHERE id = $1`, [program])
    expect((await place(work, 0, 'open', 100_000)).outcome).toBe('not_entitled')
    const waiting = await openLot({ entry: 'waiting' })
    expect((await place(waiting.work, 0, 'open', 100_000)).outcome).toBe('not_entitled')
    const over = await openLot({ endsIn: '-1 second' })
    expect((await place(over.work, 0, 'open', 100_000)).outcome).toBe('ended')
    expect(await historyOf(over.work)).toHaveLength(0)
  })

  it('extends the end within the closing window, and concurrent closing closes the lot once', async () => {
    // Within its closing window for a minute, also on a busy machine.
    const { work } = await openLot({ endsIn: '1 minute' })
    const before = await lotOf(work)
    const { outcome, ends_at: end } = await place(work, 0, 'open', 350_000)
    expect(outcome).toBe('taken')
    expect(end.getTime()).toBeGreaterThan(before.due_at.getTime())
    const [{ at }] = await historyOf(work)
    expect(end.getTime() - at.getTime()).toBe(120_000)
    const early = await pool.query('SELECT FROM close_lots() AS closed WHERE closed = $1', [work])
    expect(early.rowCount).toBe(0)
    await pool.query(
      `UPDATE auction_works SET due_at = moment, ends_at = moment, hard_end = moment FROM date_trunc('milliseconds', clock_timestamp()) AS moment
       WHERE id = $1`,
      [work],
    )
    const closed = await Promise.all(
      Array.from({ length: 8 }, () => pool.query('SELECT FROM close_lots() AS closed WHERE closed = $1', [work])),
    )
    expect(closed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)).toBe(1)
    expect((await lotOf(work)).state).toBe('sold')
    expect((await place(work, 1, 'open', 900_000)).outcome).toBe('ended')
  })

  it('cannot be changed or deleted, and no forged row fits into the chain', async () => {
    const { work } = await openLot()
    await place(work, 0, 'open', 100_000)
    const fail = { constraint: 'auction_bids_append_only' }
    await expect(
      pool.query('UPDATE auction_bids SET price = price + 1 WHERE work_id = $1', [work]),
    ).rejects.toMatchObject(fail)
    await expect(pool.query('DELETE FROM auction_bids WHERE work_id = $1', [work])).rejects.toMatchObject(fail)
    await pool.query('UPDATE auction_bids SET user_id = NULL WHERE work_id = $1', [work])
    const forged = `INSERT INTO auction_bids SELECT gen_random_uuid(), work_id, seq + 1, bidder, user_id, kind, amount, price, leader,
      ends_at, at, 'forged', nonce, '\\x00', hash FROM auction_bids WHERE work_id = $1`
    await expect(pool.query(forged, [work])).rejects.toMatchObject({ constraint: 'auction_bids_chain' })
  })
})

interface ObservedLot {
  price: number | null
  last: number
}

/** First half of a naive bid, which reads, decides and then writes; `placeNaively` is the second half. */
const lookNaively = async (work: string): Promise<ObservedLot> =>
  (await pool.query<ObservedLot>('SELECT price, last_seq AS last FROM auction_works WHERE id = $1', [work]))
    .rows[0] as ObservedLot

const placeNaively = async (work: string, user: number, amount: number, { price, last }: ObservedLot) => {
  if (amount < (price === null ? 100_000 : Number(price) + 10_000)) return 'too_low'
  await pool.query('UPDATE auction_works SET price = $2, leader = $3, maximum = $2, last_seq = $4 WHERE id = $1', [
    work,
    amount,
    user + 1,
    last + 1,
  ])
  return 'taken'
}

describe('64 concurrent callers', () => {
  const rounds = 8
  const amountOf = (user: number, round: number) => 100_000 + ((user * 7 + round * 13) % 90) * 10_000

  const bidConcurrently = (bid: (user: number, amount: number) => Promise<string>) =>
    Promise.all(
      users.map(async (_, user) => {
        const answers: string[] = []
        for (let round = 0; round < rounds; round += 1) answers.push(await bid(user, amountOf(user, round)))
        return answers
      }),
    ).then((all) => all.flat())

  it('leave the same history as sequential bids', { tags: ['deep'], timeout: 60_000 }, async () => {
    const { work } = await openLot()
    const kinds: BidKind[] = ['open', 'maximum']
    const answers = await bidConcurrently(
      async (user, amount) => (await place(work, user, kinds[user % 2] ?? 'open', amount)).outcome,
    )
    const history = await expectAsTheModelSays(work)
    expect(history.filter(({ kind }) => kind !== 'automatic')).toHaveLength(
      answers.filter((answer) => answer === 'taken').length,
    )
    // Not the highest amount sent: the leader's own open bids are refused.
    const amounts = history.filter(({ kind }) => kind !== 'automatic').map(({ amount }) => amount)
    expect(Math.max(...amounts)).toBe((await lotOf(work)).maximum)
  })

  it('lose bids with a naive read, decide and write (control)', { tags: ['deep'] }, async () => {
    const { work } = await openLot({ reserve: 100_000 })
    // All reads finish before the first write, so that the fault shows regardless of timing.
    const observed = await Promise.all(users.map(() => lookNaively(work)))
    const answers = await Promise.all(observed.map((one, user) => placeNaively(work, user, amountOf(user, 0), one)))
    expect(answers).toEqual(users.map(() => 'taken'))
    expect((await lotOf(work)).last_seq).toBe(1)
  })
})
