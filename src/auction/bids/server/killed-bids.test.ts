// @module-tag deep
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { prepareDatabase } from '#kit/db/prepare.ts'
import type { BidAnswer, BidRequest, FromBidder, ToBidder } from '#test/processes/bidding-process.ts'
import { type BidKind, decideBid, type LotRules, type LotStanding } from '../rules.ts'

const sender = join(import.meta.dirname, '../../../../test/processes/bidding-process.ts')
const increments = [{ from: 0, step: 10_000 }]
const bidders = 30
const lots = 4
const bidsPerBidder = 12

let folder: string
let database: EmbeddedDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daecheong-kill-'))
  // Durable commits, as in production: an acknowledged bid is on disk.
  database = await startEmbedded({ dataDirectory: folder, log: () => undefined })
  await prepareDatabase(database.url)
}, 120_000)
afterAll(async () => {
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Retries while the database is restarting. */
const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
  vi.waitFor(
    async () => {
      const client = new pg.Client(database.url)
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    { timeout: 30_000, interval: 50 },
  )

const buildLots = async (): Promise<{ works: string[]; users: string[] }> => {
  const [level, program] = [randomUUID(), randomUUID()]
  const users = Array.from({ length: bidders }, () => randomUUID())
  const works = Array.from({ length: lots }, () => randomUUID())
  await query(`INSERT INTO levels (id, key, title, rank) VALUES ($1, 'bidders', '{"ko": "응찰자"}', 0)`, [level])
  await query(
    `INSERT INTO users (id, username, name, level_id, password_hash)
     SELECT id, 'bidder-' || place, '응찰자', $2, '' FROM unnest($1::uuid[]) WITH ORDINALITY AS bidder (id, place)`,
    [users, level],
  )
  await query(
    `INSERT INTO auction_programs (id, title, starts_at, first_end, lot_seconds, increments, visible)
     VALUES ($1, '{"ko":"p"}', now() - interval '1 day', now() + interval '1 hour', 0, $2, true)`,
    [program, JSON.stringify(increments)],
  )
  await query(
    `INSERT INTO auction_works (id, program_id, lot, title, start_price)
     SELECT work, $1, place, '{"ko":"w"}', 100000 FROM unnest($2::uuid[]) WITH ORDINALITY AS lot (work, place)`,
    [program, works],
  )
  await query('SELECT open_lots($1)', [program])
  await query(
    `INSERT INTO auction_entries (id, program_id, user_id, state, terms_version, accepted_at)
     SELECT gen_random_uuid(), $1, bidder, 'approved', 1, now() FROM unnest($2::uuid[]) AS bidder`,
    [program, users],
  )
  return { works, users }
}

/** Sends the unanswered bids from a separate process. */
const send = (requests: readonly BidRequest[], answers: Map<string, BidAnswer>): ChildProcess => {
  const child = fork(sender, { stdio: 'ignore' })
  const sendMessage = (message: ToBidder) => child.connected && child.send(message)
  child.on('message', (message: FromBidder) => {
    if (message === 'away')
      query('SELECT').then(
        () => sendMessage('back'),
        // The database does not come back: the test then fails on missing answers.
        () => child.kill(),
      )
    else answers.set(message.key, message)
  })
  sendMessage({ url: database.url, bids: requests.filter(({ key }) => !answers.has(key)) })
  return child
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 60_000, interval: 5 }).toBe(true)

interface Row {
  seq: number
  bidder: number
  kind: BidKind | 'automatic'
  amount: number
  price: number
  leader: number
  at: Date
  key: string | null
  holds: boolean
}

/** Replays the stored bids one after another with the model and returns the rows it produces. */
const replayHistory = (history: readonly Row[]) => {
  const rules: LotRules = {
    start: 100_000,
    reserve: null,
    increments,
    window: 120_000,
    extension: 120_000,
    hardEnd: 1e15,
  }
  let standing: LotStanding = { price: null, leader: null, maximum: null, endsAt: 1e15 }
  return history.flatMap((row) => {
    if (row.kind === 'automatic') return []
    const verdict = decideBid(rules, standing, {
      bidder: row.bidder,
      kind: row.kind,
      amount: row.amount,
      at: row.at.getTime(),
    })
    if ('refused' in verdict) throw new Error(`The model refuses a kept bid: ${verdict.refused}`)
    standing = verdict.standing
    return verdict.lines
  })
}

it('takes each bid once or not at all when process and database are killed', {
  timeout: 180_000,
}, async () => {
  const { works, users } = await buildLots()
  const requests: BidRequest[] = Array.from({ length: bidders * bidsPerBidder }, (_, index) => ({
    work: works[(index * 7) % lots] ?? '',
    user: users[index % bidders] ?? '',
    kind: index % 3 === 0 ? 'maximum' : 'open',
    // Mostly rising, so that most bids can be taken, but out of order.
    amount: 100_000 + (index + ((index * 37) % 50)) * 10_000,
    key: `key-${index}`,
    bid: randomUUID(),
    beside: randomUUID(),
  }))
  const answers = new Map<string, BidAnswer>()
  for (const part of [0.2, 0.4, 0.6, 0.8]) {
    const child = send(requests, answers)
    await until(() => answers.size >= requests.length * part)
    // Kill the process while it is bidding, and every second time the database as well.
    if (part === 0.4 || part === 0.8) process.kill(database.pid() ?? 0, 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const last = send(requests, answers)
  await once(last, 'exit')
  expect(answers.size).toBe(requests.length)

  const storedBids = new Set<string>()
  for (const work of works) {
    const history = await query<Row>(
      `SELECT seq, bidder, kind, amount::int, price::int, leader, at, key, hash = hash_bid(bid)
         AND previous = coalesce(lag(hash) OVER (ORDER BY seq), '\\x') AS holds
       FROM auction_bids AS bid WHERE work_id = $1 ORDER BY seq`,
      [work],
    )
    expect(history.map(({ bidder, kind, price, leader }) => ({ bidder, kind, price, leader }))).toEqual(
      replayHistory(history),
    )
    expect(history.every(({ holds }) => holds)).toBe(true)
    expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1))
    for (const { key } of history) if (key) storedBids.add(key)
  }
  // Acknowledged and stored bids are the same: none was lost, and no refused bid is stored.
  const acceptedAnswers = [...answers.values()].filter(({ outcome }) => outcome === 'taken' || outcome === 'repeated')
  expect(acceptedAnswers.map(({ key }) => key).toSorted()).toEqual([...storedBids].toSorted())
  expect(acceptedAnswers.length).toBeGreaterThan(50)
})
