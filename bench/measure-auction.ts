import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inTransaction, openPool, unlockAtCommit } from '#kit/db/pool.ts'
import { crashAuction, crowdSize, kills } from './crash-auction.ts'
import { percentile } from './load/percentile.ts'
import { type AuctionProduct, startAuctionProduct } from './product/start-auction.ts'

const callers = 32
const watchers = 2000
const watchedBids = 60
const step = 10_000
/**
 * Minimum bids per second decided by the database; maximum p95 in ms from a bid to the screens; maximum ms from the end
 * of a lot to its closing.
 */
const goals = { rate: 700, told: 500, end: 50 }

/** Bids per caller in a storm before the first lot ends. */
const rounds = 50
/** Returns the seconds that a storm needs at the measured rate, restarts included. */
const secondsFor = (measured: { 'a second': number }, start: number) =>
  Math.round(20 + 2 * kills * start + (1.5 * crowdSize * rounds) / Math.max(1, measured['a second']))

const load = () => `load ${loadavg()[0]?.toFixed(1)}`

/**
 * Returns the answers per second, taken and refused, for 32 callers over 8 seconds. `busy` counts answers that asked
 * the caller to retry.
 */
const rateOf = async (sendCall: (caller: number) => Promise<'taken' | 'refused' | 'busy'>) => {
  const answers = { taken: 0, refused: 0, busy: 0 }
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() - startedAt < 8000) answers[await sendCall(caller)] += 1
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  return { 'a second': Math.round((answers.taken + answers.refused) / seconds), ...answers }
}

/** Measures bids decided by the database, in the same transactions that the application uses. */
const measureDecisions = async (auctionProduct: AuctionProduct, lots: number) => {
  const { works } = await auctionProduct.createAuction(lots, { endsIn: 600 })
  const { database, close } = openPool(auctionProduct.database.url, callers, () => undefined)
  let amount = 100_000
  const figures = await rateOf((caller) =>
    inTransaction(database, async (transaction) => {
      amount += step
      await unlockAtCommit(transaction)
      const { rows } = await transaction.execute<{ outcome: string }>(sql`
        SELECT outcome FROM place_bid_and_read_lot(${works[Math.floor(Math.random() * lots)]}::uuid,
          ${auctionProduct.members[caller]?.user}::uuid, 'open', ${amount}::bigint, ${randomUUID()}, ${randomUUID()}::uuid,
          ${randomUUID()}::uuid)`)
      return rows[0]?.outcome === 'taken' ? 'taken' : 'refused'
    }),
  )
  await close()
  return figures
}

/**
 * Measures bids over HTTP, each with an idempotency key. Includes session, permissions, validation and the stored
 * answer, and the cost of this client.
 */
const measureRequests = async (auctionProduct: AuctionProduct, lots: number) => {
  const { works } = await auctionProduct.createAuction(lots, { endsIn: 600 })
  let amount = 100_000
  return rateOf(async () => {
    amount += step
    const [member] = auctionProduct.members.slice(Math.floor(Math.random() * auctionProduct.members.length))
    const work = works[Math.floor(Math.random() * lots)]
    if (!member || !work) return 'busy'
    const { status } = await auctionProduct.bid({ member, work, kind: 'open', amount, key: randomUUID() })
    if (status !== 201 && status !== 409 && status !== 503) throw new Error(`A bid was answered ${status}`)
    return status === 201 ? 'taken' : status === 409 ? 'refused' : 'busy'
  })
}

/**
 * Number of streams opened so far. The number of streams per address is limited, so every hundred come from another
 * address.
 */
let watched = 0

/** Opens one event stream of an auction and calls `onEvent` with each event. Rejects if the stream is refused. */
const watchEvents = (
  auctionProduct: AuctionProduct,
  program: string,
  onEvent: (event: string) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    watched += 1
    const from = `10.0.${Math.floor(watched / 100)}.1`
    const { hostname, port } = new URL(auctionProduct.product.url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let received = ''
    socket.on('connect', () =>
      socket.write(
        `GET /api/v1/auction/live?program=${program} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-forwarded-for: ${from}\r\n\r\n`,
      ),
    )
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      if (/^HTTP\/1\.1 [3-5]/.test(received)) return reject(new Error(`A stream was answered ${received.slice(9, 12)}`))
      if (received.includes('event: clock')) resolve(socket)
      for (let end = received.indexOf('\n\n'); end >= 0; end = received.indexOf('\n\n')) {
        onEvent(received.slice(0, end))
        received = received.slice(end + 2)
      }
    })
  })

const kilobytesOfOne = (bytes: number) => Math.round(bytes / watchers / 102.4) / 10

/** Measures the milliseconds from sending a bid until each of 2,000 screens has it, and the memory of one stream. */
const measureBroadcast = async (auctionProduct: AuctionProduct) => {
  const { works, program } = await auctionProduct.createAuction(1, { endsIn: 600 })
  const before = await auctionProduct.memory()
  const sent = new Map<number, number>()
  const delays: number[] = []
  const note = (event: string) => {
    const at = sent.get(Number(/"price": ?(\d+)/.exec(event)?.[1]))
    if (at !== undefined) delays.push(performance.now() - at)
  }
  const sockets: Socket[] = []
  while (sockets.length < watchers)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => watchEvents(auctionProduct, program, note)))))
  await wait(2000)
  const during = await auctionProduct.memory()
  for (let number = 0; number < watchedBids; number += 1) {
    const amount = 100_000 + number * step
    const [member] = auctionProduct.members.slice(number % 2)
    if (!member || !works[0]) break
    sent.set(amount, performance.now())
    const { status } = await auctionProduct.bid({ member, work: works[0], kind: 'open', amount, key: randomUUID() })
    if (status !== 201) throw new Error(`A bid was answered ${status}`)
    await wait(250)
  }
  for (const end = performance.now() + 10_000; delays.length < watchers * watchedBids && performance.now() < end; )
    await wait(100)
  const after = await auctionProduct.memory()
  for (const socket of sockets) socket.destroy()
  return {
    watchers: sockets.length,
    told: delays.length,
    missed: watchers * watchedBids - delays.length,
    'p50 ms': Math.round(percentile(delays, 0.5)),
    'p95 ms': Math.round(percentile(delays, 0.95)),
    'longest ms': Math.round(percentile(delays, 1)),
    'KB of objects a watcher': kilobytesOfOne(during.objects - before.objects),
    'resident KB': kilobytesOfOne(during.resident - before.resident),
    'KB of objects, told': kilobytesOfOne(after.objects - before.objects),
    'resident KB, told': kilobytesOfOne(after.resident - before.resident),
  }
}

/**
 * Measures the milliseconds by the database's clock from the end of a lot to its closing and to the event on a screen,
 * while bids arrive on another lot.
 */
const measureLotEnds = async (auctionProduct: AuctionProduct) => {
  const { works } = await auctionProduct.createAuction(1, { endsIn: 600 })
  let isOver = false
  let amount = 100_000
  const bidding = auctionProduct.members.slice(0, 4).map(async (member) => {
    while (!isOver) {
      amount += step
      if (works[0]) await auctionProduct.bid({ member, work: works[0], kind: 'open', amount, key: randomUUID() })
      await wait(10)
    }
  })
  const closed: number[] = []
  const delays: number[] = []
  for (let number = 0; number < 20; number += 1) {
    const { program, works: ending } = await auctionProduct.createAuction(1, { endsIn: 1.2 })
    const { promise: ended, resolve } = Promise.withResolvers<number>()
    const socket = await watchEvents(auctionProduct, program, (event) => {
      // The database runs on this machine, so both use the same clock.
      if (event.includes('"state":"passed"') || event.includes('"state": "passed"')) resolve(Date.now())
    })
    const at = await Promise.race([ended, wait(10_000, Number.POSITIVE_INFINITY)])
    socket.destroy()
    const { rows } = await auctionProduct.pool.query<{ late: number; end: number }>(
      `SELECT extract(epoch FROM updated_at - ends_at)::float8 * 1000 AS late, extract(epoch FROM ends_at)::float8 * 1000 AS end
       FROM auction_works WHERE id = $1 AND state = 'passed'`,
      [ending[0]],
    )
    closed.push(rows[0]?.late ?? Number.POSITIVE_INFINITY)
    delays.push(at - (rows[0]?.end ?? 0))
  }
  isOver = true
  await Promise.all(bidding)
  const ordered = (list: number[]) => list.map(Math.round).sort((a, b) => a - b)
  return { closed: ordered(closed), told: ordered(delays) }
}

/** Tests the auction under load and under faults; prints the figures. */
export const measureAuction = async (): Promise<boolean> => {
  const startedAt = performance.now()
  const auctionProduct = await startAuctionProduct(crowdSize)
  const start = (performance.now() - startedAt) / 1000
  try {
    // This must run first: the memory of a stream can only be measured in a process that has done nothing else.
    const delays = await measureBroadcast(auctionProduct)
    console.log(`\nA new bid on ${watchers} screens (goal: 95 of 100 within ${goals.told} ms), ${load()}`)
    console.table([delays])
    const decided = {
      'one lot': await measureDecisions(auctionProduct, 1),
      '40 lots': await measureDecisions(auctionProduct, 40),
    }
    console.log(
      `\nBids that the database decides for ${callers} callers (goal ${goals.rate} a second on 40 lots), ${load()}`,
    )
    console.table(decided)
    const requestRates = {
      'one lot': await measureRequests(auctionProduct, 1),
      '40 lots': await measureRequests(auctionProduct, 40),
    }
    console.log(`\nThe same over HTTP, with this client on the same processors, ${load()}`)
    console.table(requestRates)
    const late = await measureLotEnds(auctionProduct)
    console.log(
      `\nMilliseconds after the end of 20 lots while others are bid on (goal ${goals.end} to the closing), ${load()}`,
    )
    console.log(`closed ${late.closed.join(', ')}\ntold   ${late.told.join(', ')}`)
    const storms = [
      await crashAuction(auctionProduct, { lots: 1, rounds, endsIn: secondsFor(requestRates['one lot'], start) }),
      await crashAuction(auctionProduct, { lots: 40, rounds, endsIn: secondsFor(requestRates['40 lots'], start) }),
    ]
    console.log(
      `\n${crowdSize} callers, ${rounds} bids of each and more until the end, on one lot and on 40, while application and PostgreSQL are killed, ${load()}`,
    )
    console.table(storms.map(({ figures }) => figures))
    for (const fault of storms.flatMap(({ faults }) => faults).slice(0, 20)) console.log(fault)
    return (
      decided['40 lots']['a second'] >= goals.rate &&
      delays['p95 ms'] <= goals.told &&
      delays.missed === 0 &&
      Number(late.closed.at(-1)) <= goals.end &&
      storms.every(({ faults }) => faults.length === 0)
    )
  } finally {
    await auctionProduct.close()
  }
}
