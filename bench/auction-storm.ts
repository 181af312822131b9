import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Chain } from '#auction/bids/contract.ts'
import { replayChain } from '#auction/site/proof/replay.ts'
import type { Bid, House } from './auction-house.ts'

const callers = 300
/** Pairs: the application, then PostgreSQL. */
const kills = 3
const step = 10_000
const start = 100_000

/** What matters of an answer that is final: the bid was taken, or its lot says why not. */
const Taken = z.object({ receipt: z.object({ hash: z.string() }), lot: z.object({ next: z.number() }) })
const Refused = z.object({ current: z.object({ reason: z.string(), lot: z.object({ next: z.number() }) }) })

interface Answer {
  work: string
  /** Of a bid that was taken. */
  hash: string | undefined
  reason: string | undefined
  next: number
}

/** Sends one bid with one key until something is answered that is final, as the page of a lot does. */
const bidUntilAnswered = async (house: House, bid: Bid, odd: Map<string, number>): Promise<Answer> => {
  for (;;) {
    try {
      const { status, body } = await house.bid(bid)
      const taken = status === 201 ? Taken.parse(body) : null
      if (taken) return { work: bid.work, hash: taken.receipt.hash, reason: undefined, next: taken.lot.next }
      // Another 409: the same key is being decided still.
      const { data: refused } = Refused.safeParse(body)
      if (refused) {
        const { reason, lot } = refused.current
        return { work: bid.work, hash: undefined, reason, next: lot.next }
      }
      if (status !== 409 && status !== 503) odd.set(`${status}`, (odd.get(`${status}`) ?? 0) + 1)
    } catch {
      // The application is away; the loop asks again.
    }
    await wait(50)
  }
}

const chainOf = async ({ product }: House, work: string): Promise<Chain> => {
  for (const deadline = performance.now() + 120_000; ; await wait(200)) {
    const response = await fetch(`${product.url}/api/v1/auction/works/${work}/chain`).catch(() => undefined)
    if (response?.ok) return Chain.parse(await response.json())
    if (performance.now() > deadline) throw new Error('A lot was not closed within two minutes of its bids.')
  }
}

const killAll = async (house: House, isOver: () => boolean): Promise<number> => {
  let killed = 0
  for (let pair = 0; pair < kills; pair += 1)
    for (const pid of [async () => (await house.application()).pid, async () => house.database.pid() ?? 0]) {
      await wait(2500 + Math.random() * 2500)
      if (isOver()) return killed
      const victim = await pid().catch(() => 0)
      if (victim === 0) continue
      process.kill(victim, 'SIGKILL')
      killed += 1
    }
  return killed
}

/** What is wrong with a lot that has closed: nothing, if all holds. */
const faultsOf = (chain: Chain, answers: readonly Answer[]): string[] => {
  const faults: string[] = []
  const stored = new Set(chain.rows.map(({ hash }) => hash))
  const taken = answers.filter(({ hash }) => hash !== undefined)
  const lost = taken.filter(({ hash = '' }) => !stored.has(hash)).length
  if (lost > 0) faults.push(`${lost} acknowledged bids lost`)
  const made = chain.rows.filter(({ kind }) => kind === 'open' || kind === 'maximum')
  if (made.length !== taken.length) faults.push(`${made.length} bids stored, ${taken.length} acknowledged`)
  const unlike = replayChain(chain)
  if (unlike) faults.push(`row ${unlike.seq} is not what the rules make of it`)
  const late = chain.rows.filter(({ at }) => at >= chain.closed.at).length
  if (late > 0) faults.push(`${late} bids after the end`)
  return faults
}

/** So many bids of each caller on the lots of a programme while application and database are killed; answers what is wrong. */
export const storm = async (house: House, lots: number, rounds: number) => {
  const { works, program } = await house.hang(lots, { endsIn: 50, apart: lots > 1 ? 1 : 0, window: 5, extension: 2 })
  /** The least of each lot as the latest answer said: what a page shows, and old by the time it is bid. */
  const shown = new Map<string, number>()
  const odd = new Map<string, number>()
  let isOver = false
  const killing = killAll(house, () => isOver)
  const began = performance.now()
  const answers = (
    await Promise.all(
      house.members.slice(0, callers).map(async (member) => {
        const own: Answer[] = []
        for (let round = 0; round < rounds; round += 1) {
          const work = works[Math.floor(Math.random() * works.length)] ?? ''
          const kind = Math.random() < 0.4 ? 'maximum' : 'open'
          const above = Math.floor(Math.random() * (kind === 'maximum' ? 20 : 4)) - 1
          const amount = Math.max(step, (shown.get(work) ?? start) + above * step)
          const answer = await bidUntilAnswered(house, { member, work, kind, amount, key: randomUUID() }, odd)
          shown.set(work, answer.next)
          own.push(answer)
        }
        return own
      }),
    )
  ).flat()
  isOver = true
  const seconds = (performance.now() - began) / 1000
  const killed = await killing
  const faults = [...odd].map(([status, times]) => `answered ${status}, ${times} times`)
  for (const work of works) {
    const chain = await chainOf(house, work)
    faults.push(
      ...faultsOf(
        chain,
        answers.filter((answer) => answer.work === work),
      ),
    )
  }
  const { rows } = await house.pool.query<{ sales: number; works: number; sold: number; open: number }>(
    `SELECT count(*)::int AS sales, count(DISTINCT work_id)::int AS works,
       (SELECT count(*)::int FROM auction_works WHERE program_id = $1 AND state = 'sold') AS sold,
       (SELECT count(*)::int FROM auction_works WHERE program_id = $1 AND state = 'open') AS open
     FROM auction_sales WHERE work_id = ANY ($2)`,
    [program, works],
  )
  const [counted = { sales: -1, works: 0, sold: 0, open: 0 }] = rows
  if (counted.sales !== counted.works || counted.works !== counted.sold || counted.open > 0)
    faults.push(`${counted.sales} winners of ${counted.sold} lots that were sold, ${counted.open} open`)
  return {
    figures: {
      lots,
      asked: answers.length,
      taken: answers.filter(({ hash }) => hash !== undefined).length,
      'after the end': answers.filter(({ reason }) => reason === 'ended').length,
      'kills -9': killed,
      winners: counted.sales,
      seconds: Math.round(seconds),
      faults: faults.length,
    },
    faults,
  }
}
