import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type House, openHouse } from './auction-house.ts'
import { storm } from './auction-storm.ts'

const callers = 32
const watchers = 2000
const watchedBids = 60
/** Bids a second that the database decides; milliseconds of the 95th of a hundred tellings; milliseconds after an end. */
const goals = { rate: 700, told: 500, end: 50 }

/** Bids of 32 callers at once on one lot and on 40, as the application asks the database for them. */
const rateOf = async ({ pool, hang }: House, lots: number): Promise<number> => {
  const { works } = await hang(lots, { endsIn: 600 })
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM users WHERE username LIKE 'bidder-%' LIMIT $1`, [
    callers,
  ])
  let amount = 100_000
  let taken = 0
  const milliseconds = 8000
  const began = performance.now()
  await Promise.all(
    rows.map(async ({ id }) => {
      while (performance.now() - began < milliseconds) {
        amount += 10_000
        const work = works[Math.floor(Math.random() * works.length)]
        const { rows: placed } = await pool.query('SELECT outcome FROM place_bid($1, $2, $3, $4, $5, $6, $7)', [
          work,
          id,
          'open',
          amount,
          randomUUID(),
          randomUUID(),
          randomUUID(),
        ])
        if (placed[0]?.outcome === 'taken') taken += 1
      }
    }),
  )
  return Math.round(taken / ((performance.now() - began) / 1000))
}

/** One stream of a programme; calls `told` with the price whenever a lot is told of. */
const watch = (house: House, program: string, told: (price: number) => void): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(house.product.url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let said = ''
    socket.on('connect', () =>
      socket.write(`GET /api/v1/auction/live?program=${program} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`),
    )
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1')
      if (said.includes('event: clock')) resolve(socket)
      for (let end = said.indexOf('\n\n'); end >= 0; end = said.indexOf('\n\n')) {
        const price = /"price": ?(\d+)/.exec(said.slice(0, end))?.[1]
        said = said.slice(end + 2)
        if (price) told(Number(price))
      }
    })
  })

/** Milliseconds from the moment a bid is sent until each of 2,000 screens has been told of it, and what one costs. */
const tellAll = async (house: House) => {
  const { works, program } = await house.hang(1, { endsIn: 600 })
  const before = (await house.application()).memory
  const sent = new Map<number, number>()
  const delays: number[] = []
  const note = (price: number) => {
    const at = sent.get(price)
    if (at !== undefined) delays.push(performance.now() - at)
  }
  const sockets: Socket[] = []
  while (sockets.length < watchers)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => watch(house, program, note)))))
  await wait(2000)
  const during = (await house.application()).memory
  for (let number = 0; number < watchedBids; number += 1) {
    const amount = 100_000 + number * 10_000
    sent.set(amount, performance.now())
    const response = await fetch(`${house.product.url}/api/v1/auction/works/${works[0]}/bids`, {
      method: 'POST',
      headers: house.bidders[number % 2] ?? {},
      body: JSON.stringify({ kind: 'open', amount }),
    })
    if (!response.ok) throw new Error(`A bid was answered ${response.status}: ${await response.text()}`)
    await wait(250)
  }
  await wait(1000)
  const after = (await house.application()).memory
  for (const socket of sockets) socket.destroy()
  const sorted = Float64Array.from(delays).sort()
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.POSITIVE_INFINITY)
  return {
    watchers: sockets.length,
    told: delays.length,
    missed: watchers * watchedBids - delays.length,
    'p50 ms': at(0.5),
    'p95 ms': at(0.95),
    'longest ms': at(0.9999),
    'KB a watcher': Math.round((during - before) / watchers / 1024),
    'KB a watcher, told': Math.round((after - before) / watchers / 1024),
  }
}

/** Milliseconds by the database's clock from the end of a lot to its closing, while others are bid on. */
const endsOf = async (house: House): Promise<number[]> => {
  const { works } = await house.hang(1, { endsIn: 600 })
  const { rows } = await house.pool.query<{ id: string }>(`SELECT id FROM users WHERE username LIKE 'bidder-%' LIMIT 4`)
  let isOver = false
  let amount = 100_000
  const load = rows.map(async ({ id }) => {
    while (!isOver) {
      amount += 10_000
      await house.pool.query('SELECT outcome FROM place_bid($1, $2, $3, $4, $5, $6, $7)', [
        works[0],
        id,
        'open',
        amount,
        randomUUID(),
        randomUUID(),
        randomUUID(),
      ])
      await wait(10)
    }
  })
  const late: number[] = []
  for (let number = 0; number < 10; number += 1) {
    const { works: ending } = await house.hang(1, { endsIn: 1.5 })
    for (;;) {
      const { rows: closed } = await house.pool.query(
        `SELECT extract(epoch FROM updated_at - ends_at)::float8 * 1000 AS late FROM auction_works WHERE id = $1 AND state <> 'open'`,
        [ending[0]],
      )
      if (closed[0]) {
        late.push(closed[0].late)
        break
      }
      await wait(50)
    }
  }
  isOver = true
  await Promise.all(load)
  return late.sort((a, b) => a - b)
}

/** Whether an auction holds under its load and its faults; prints the figures. */
export const benchAuction = async (): Promise<boolean> => {
  const house = await openHouse(300)
  try {
    const [one, forty] = [await rateOf(house, 1), await rateOf(house, 40)]
    console.log(`\nBids a second of ${callers} callers: ${one} on one lot, ${forty} on 40 lots (goal ${goals.rate})`)
    const told = await tellAll(house)
    console.log(`\nA new bid on ${watchers} screens (goal: 95 of 100 within ${goals.told} ms)`)
    console.table([told])
    const late = await endsOf(house)
    const latest = Math.round(late.at(-1) ?? Number.POSITIVE_INFINITY)
    console.log(`\nTen ends under load: ${late.map(Math.round).join(', ')} ms late (goal ${goals.end})`)
    const storms = [await storm(house, 1), await storm(house, 40)]
    console.log('\n300 callers, 50 bids each, while application and PostgreSQL are killed')
    console.table(storms.map(({ figures }) => figures))
    for (const fault of storms.flatMap(({ faults }) => faults).slice(0, 20)) console.log(fault)
    return (
      Math.min(one, forty) >= goals.rate &&
      told['p95 ms'] <= goals.told &&
      told.missed === 0 &&
      latest <= goals.end &&
      storms.every(({ faults }) => faults.length === 0)
    )
  } finally {
    await house.close()
  }
}
