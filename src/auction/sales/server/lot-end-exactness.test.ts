// @module-tag deep
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAuction, buildRegistration } from '#auction/auctions/factory.ts'
import { buildWork } from '#auction/works/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'

const serving = fileURLToPath(new URL('../../../../test/processes/serving-process.ts', import.meta.url))

/** Durations in ms. */
const exactness = 50
const beforeEnd = 2000
const afterEnd = 1000
const maxDuration = 60_000
const lots = 4
const bidders = 32

const api = prepareTestApi()
let client: pg.Client
const processes: Serving[] = []
beforeAll(async () => {
  client = new pg.Client(api.database.directUrl)
  client.on('error', () => undefined)
  await client.connect()
})
afterAll(async () => {
  await Promise.all(processes.map(kill))
  await client.end()
})

interface Serving {
  name: string
  child: ChildProcess
  url: string
}

/**
 * Starts a process of the product whose clock jumps by four minutes. `name` is the application name of its database
 * connections.
 */
const serve = async (name: string): Promise<Serving> => {
  const database = new URL(api.database.directUrl)
  database.searchParams.set('application_name', name)
  const secret = new TextDecoder().decode(api.services.secret)
  const child = spawn(process.execPath, [serving, database.href, secret, '240000'], {
    env: { ...process.env, DATA_DIR: api.services.settings.dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await once(child.stdout, 'data')
  return { name, child, url: `http://127.0.0.1:${String(port).trim()}` }
}

const kill = async ({ child }: Serving) => {
  if (child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** Makes a refused bid report when its statement reached the database. An accepted bid reports it in its receipt. */
const reportArrival = `
  ALTER FUNCTION place_bid_and_read_lot RENAME TO place_bid_without_arrival;
  CREATE FUNCTION place_bid_and_read_lot(of_work uuid, of_user uuid, of_kind text, of_amount bigint, of_key text,
    bid uuid, automatic_bid uuid,
    OUT outcome text, OUT leads boolean, OUT outbid uuid, OUT decided_at text, OUT lot jsonb,
    OUT seq integer, OUT bidder integer, OUT made_at text, OUT hash text, OUT nonce text)
  LANGUAGE plpgsql AS $$
  BEGIN
    SELECT * INTO outcome, leads, outbid, decided_at, lot, seq, bidder, made_at, hash, nonce
      FROM place_bid_without_arrival(of_work, of_user, of_kind, of_amount, of_key, bid, automatic_bid);
    lot := lot || jsonb_build_object('reached', format_instant(statement_timestamp()));
  END $$`

/** The first process that closes a lot pauses inside the transaction, so that it can be killed there. */
const holdFirstClosing = `
  CREATE SEQUENCE test_closings;
  CREATE FUNCTION test_hold() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('test_closings') = 1 THEN PERFORM pg_sleep(0.4); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER test_hold AFTER UPDATE OF state ON auction_works FOR EACH ROW WHEN (NEW.closed_at IS NOT NULL)
    EXECUTE FUNCTION test_hold()`

interface Answer {
  work: string
  key: string
  /** Epoch ms by this machine's clock, which the database shares. */
  sent: number
  status: number
  reason: string | null
  reached: number
  seq: number | null
}

/** True if the connection timed out on a busy machine, which is not an answer of the product. */
const wasBusy = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  Reflect.get(error.cause, 'code') === 'UND_ERR_CONNECT_TIMEOUT'

// Each call uses its own address: rate limits are tested elsewhere, and a fast machine would exceed them.
let calls = 0

const send = async (
  url: string,
  actor: Actor,
  bid: { work: string; amount: number; key: string },
  attempts = 3,
): Promise<Answer> => {
  calls += 1
  const sent = Date.now()
  const response = await fetch(`${url}/api/v1/auction/works/${bid.work}/bids`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${actor.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': bid.key,
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    },
    body: JSON.stringify({ kind: 'maximum', amount: bid.amount }),
  }).catch((error: unknown) => {
    if (attempts > 1 && wasBusy(error)) return null
    throw error
  })
  if (!response) return send(url, actor, bid, attempts - 1)
  const answer = await response.json()
  return {
    work: bid.work,
    key: bid.key,
    sent,
    status: response.status,
    reason: answer.current?.reason ?? answer.code ?? null,
    reached: Date.parse(answer.receipt?.at ?? answer.current?.lot?.reached),
    seq: answer.receipt?.seq ?? null,
  }
}

it('ends a lot exactly to 50 ms across two processes with jumping clocks, even if the closing process is killed', {
  // Starting two processes of the product takes long on a busy machine.
  timeout: 300_000,
}, async () => {
  const program = await buildAuction(api.context, { windowSeconds: 0, extensionSeconds: 0, hardMinutes: 0 })
  const works: string[] = []
  for (let lot = 0; lot < lots; lot += 1) works.push((await buildWork(api.context, { program: program.id })).id)
  const actors = await Promise.all(Array.from({ length: bidders }, () => api.actor([])))
  for (const { userId } of actors) await buildRegistration(api.context, { programId: program.id, userId })
  await client.query(reportArrival)
  await client.query(holdFirstClosing)
  processes.push(...(await Promise.all([serve('ends-one'), serve('ends-two')])))

  // Warm up both processes on another lot.
  const warmUpWork = await buildWork(api.context)
  for (const [place, actor] of actors.entries()) {
    const bid = { work: warmUpWork.id, amount: 1000, key: crypto.randomUUID() }
    expect(await send(processes[place % 2]?.url ?? '', actor, bid)).toMatchObject({ reason: 'not_entitled' })
  }
  // All lots end at the same moment.
  const { rows } = await client.query<{ end: Date }>(
    `UPDATE auction_works SET due_at = moment, ends_at = moment, hard_end = moment
     FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + interval '${beforeEnd} milliseconds' AS moment) AS soon
     WHERE program_id = $1 RETURNING ends_at AS end`,
    [program.id],
  )
  const end = rows[0]?.end.getTime() ?? Number.NaN
  let turn = 0
  const answers: Answer[] = []
  const unanswered: { actor: Actor; bid: Parameters<typeof send>[2] }[] = []
  const bidding = Promise.all(
    actors.map(async (actor, index) => {
      const isShown = () => answers.filter(({ reason }) => reason === 'ended').length >= 10
      // On a busy machine, continue until there are answers from after the end.
      while (Date.now() < end + afterEnd || (!isShown() && Date.now() < end + maxDuration)) {
        turn += 1
        const bid = { work: works[turn % lots] ?? '', amount: 100_000 + turn * 10_000, key: crypto.randomUUID() }
        const one = processes[(turn + index) % processes.length]
        await send(one?.url ?? '', actor, bid).then(
          (answer) => answers.push(answer),
          // The killed process did not answer: the bid's outcome is unknown until it is sent again.
          () => unanswered.push({ actor, bid }),
        )
        await wait(20 + 30 * Math.random())
      }
    }),
  )

  const closing = async () => {
    const { rows: held } = await client.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
    )
    return processes.find(({ name }) => name === held[0]?.name)
  }
  await expect.poll(closing, { timeout: 20_000, interval: 10 }).toBeDefined()
  const victim = await closing()
  if (victim) await kill(victim)
  await bidding
  const left = processes.find((one) => one !== victim)
  const again = await Promise.all(unanswered.map(({ actor, bid }) => send(left?.url ?? '', actor, bid)))

  const stateOf = async () =>
    (
      await client.query<{ state: string; late: number; price: number; sales: number; hammer: number }>(
        `SELECT work.state, price::int, count(sale)::int AS sales, min(sale.hammer)::int AS hammer
         FROM auction_works AS work LEFT JOIN auction_sales AS sale ON sale.work_id = work.id
         WHERE program_id = $1 GROUP BY work.id ORDER BY lot`,
        [program.id],
      )
    ).rows
  await expect
    .poll(async () => (await stateOf()).map(({ state }) => state), { timeout: 10_000 })
    .toEqual(works.map(() => 'sold'))
  for (const { price, sales, hammer } of await stateOf()) expect({ sales, hammer }).toEqual({ sales: 1, hammer: price })

  const { rows: stored } = await client.query<{ work: string; seq: number; key: string | null; at: Date }>(
    'SELECT work_id AS work, seq, key, at FROM auction_bids WHERE work_id = ANY ($1) ORDER BY work_id, seq',
    [works],
  )
  const all = [...answers, ...again]
  const accepted = all.filter(({ status }) => status === 201)
  const ended = all.filter(({ reason }) => reason === 'ended')
  // Exactly the acknowledged bids are stored, each with a time before the end.
  expect(stored.every(({ at }) => at.getTime() < end)).toBe(true)
  expect(accepted.every(({ reached }) => reached < end)).toBe(true)
  expect(new Set(accepted.map(({ key }) => key))).toEqual(new Set(stored.flatMap(({ key }) => key ?? [])))
  // No bid that arrived before the end is refused as late, and every bid that arrived after it is.
  expect(all.filter(({ reason, reached }) => reason === 'ended' && reached < end - exactness)).toEqual([])
  expect(all.filter(({ reason, reached }) => reason !== 'ended' && reached >= end + exactness)).toEqual([])
  // No bid sent after the end was taken, judged by the time of sending.
  expect(answers.filter(({ status, sent }) => status === 201 && sent >= end)).toEqual([])
  // Bids are taken, late, or refused for ordinary reasons: no errors and no rate limits.
  const reasons = new Set(all.map(({ reason }) => reason))
  for (const fault of ['unavailable', 'internal', 'too_many', 'crowded', 'busy']) expect(reasons).not.toContain(fault)
  // There were enough bids on both sides of the end.
  expect(accepted.filter(({ reached }) => reached >= end - 1000).length).toBeGreaterThan(5)
  expect(ended.length).toBeGreaterThanOrEqual(10)
  // The remaining process would close the lots of the next test.
  if (left) await kill(left)
})

it('takes a bid that arrived before the end and waits for the lot; judged after its wait it would be late', async () => {
  const program = await buildAuction(api.context, { windowSeconds: 0, extensionSeconds: 0, hardMinutes: 0 })
  const { id } = await buildWork(api.context, { program: program.id })
  const { userId } = await api.actor([])
  await buildRegistration(api.context, { programId: program.id, userId })
  const connect = async () => {
    const one = new pg.Client(api.database.directUrl)
    await one.connect()
    return one
  }
  const [holder, bidder, closer, naiveClient, late] = await Promise.all([
    connect(),
    connect(),
    connect(),
    connect(),
    connect(),
  ])
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM auction_works WHERE id = $1 FOR UPDATE', [id])
    // The transaction that holds the lot may move its end; the others see the new end after it commits.
    const place = `SELECT outcome FROM place_bid($1, $2, 'open', 100000, $3, gen_random_uuid(), gen_random_uuid())`
    const waiting = bidder.query(place, [id, userId, 'early'])
    const judgedByTurn = naiveClient.query(
      `WITH held AS MATERIALIZED (SELECT ends_at FROM auction_works WHERE id = $1 FOR UPDATE)
       SELECT clock_timestamp() < ends_at AS early FROM held`,
      [id],
    )
    const waits = async () =>
      (
        await client.query(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
      ).rows[0].count
    await expect.poll(waits).toBe(2)
    await holder.query(
      `UPDATE auction_works SET due_at = moment, ends_at = moment, hard_end = moment
       FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS moment) AS now WHERE id = $1`,
      [id],
    )
    await wait(5)
    await holder.query('COMMIT')
    expect((await waiting).rows).toEqual([{ outcome: 'taken' }])
    expect((await judgedByTurn).rows).toEqual([{ early: false }])

    // Now the lot is due while a bid in progress holds the shared advisory lock of its turn: `close_lot` closes nothing
    // before that bid is done.
    await client.query(
      "UPDATE auction_works SET hard_end = hard_end + interval '1 hour', ends_at = ends_at + interval '1 hour' WHERE id = $1",
      [id],
    )
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock_shared(calculate_lot_lock_key($1))', [id])
    await client.query(
      "UPDATE auction_works SET due_at = due_at - interval '1 second', ends_at = due_at - interval '1 second' WHERE id = $1",
      [id],
    )
    expect((await closer.query('SELECT close_lot($1) AS closed', [id])).rows).toEqual([{ closed: false }])
    await holder.query('COMMIT')
    expect((await late.query(place, [id, (await api.actor([])).userId, 'late'])).rows).toEqual([{ outcome: 'ended' }])
    expect((await closer.query('SELECT close_lot($1) AS closed', [id])).rows).toEqual([{ closed: true }])
  } finally {
    await Promise.all([holder, bidder, closer, naiveClient, late].map((one) => one.end()))
  }
})
