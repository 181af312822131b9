import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { Chain } from '#auction/bids/contract.ts'
import { replayChain } from '#auction/bids/rules-replay.ts'
import type { AuctionProduct, Bid } from './product/start-auction.ts'

/** Number of concurrent callers. */
export const crowdSize = 300
/** Number of pairs of kills: first the application, then PostgreSQL. */
export const kills = 3
/** Milliseconds between the bids of a caller that has finished its rounds, until the first lot has ended. */
const afterwards = 2000
const step = 10_000
const start = 100_000

/** The parts used of a final answer: the bid was taken, or the lot gives the reason for refusing it. */
const Taken = z.object({ receipt: z.object({ hash: z.string() }), lot: z.object({ next: z.number() }) })
const Refused = z.object({ current: z.object({ reason: z.string(), lot: z.object({ next: z.number() }) }) })

interface Answer {
  work: string
  /** Hash of the stored row; undefined if the bid was refused. */
  hash: string | undefined
  reason: string | undefined
  next: number
}

/** Sends one bid with one key until the answer is final, as the lot page does. */
const bidUntilAnswered = async (
  auctionProduct: AuctionProduct,
  bid: Bid,
  unexpected: Map<string, number>,
): Promise<Answer> => {
  // Back-off with jitter: 300 callers that retry together would keep a restarting process from coming up.
  for (let pause = 50; ; pause = Math.min(1000, pause * 2)) {
    try {
      const { status, body } = await auctionProduct.bid(bid)
      const accepted = status === 201 ? Taken.parse(body) : null
      if (accepted) return { work: bid.work, hash: accepted.receipt.hash, reason: undefined, next: accepted.lot.next }
      // Any other 409 means that the same key is still being processed.
      const { data: refused } = Refused.safeParse(body)
      if (refused) {
        const { reason, lot } = refused.current
        return { work: bid.work, hash: undefined, reason, next: lot.next }
      }
      if (status !== 409 && status !== 503) {
        unexpected.set(`${status}`, (unexpected.get(`${status}`) ?? 0) + 1)
        return { work: bid.work, hash: undefined, reason: `${status}`, next: bid.amount }
      }
    } catch {
      // The application is down; retry.
    }
    await wait(pause * (0.5 + Math.random()))
  }
}

const chainOf = async ({ product }: AuctionProduct, work: string): Promise<Chain> => {
  for (const deadline = performance.now() + 120_000; ; await wait(200)) {
    const response = await fetch(`${product.url}/api/v1/auction/works/${work}/chain`).catch(() => undefined)
    if (response?.ok) return Chain.parse(await response.json())
    if (performance.now() > deadline) throw new Error('A lot was not closed within two minutes of its bids.')
  }
}

/**
 * Kills the application and PostgreSQL in turn, each after a further share of the bids was answered. Skips a process
 * that is already down.
 */
const killAll = async (
  auctionProduct: AuctionProduct,
  answered: () => number,
  all: number,
  isOver: () => boolean,
): Promise<number> => {
  let killed = 0
  const pids = [() => auctionProduct.application(), async () => auctionProduct.database.pid() ?? 0]
  for (let number = 1; number <= 2 * kills; number += 1) {
    while (answered() < (number * all) / (2 * kills + 2)) {
      if (isOver()) return killed
      await wait(20)
    }
    const victim = (await pids[(number - 1) % 2]?.().catch(() => 0)) ?? 0
    if (victim === 0) continue
    process.kill(victim, 'SIGKILL')
    killed += 1
  }
  return killed
}

/** Returns the faults of a closed lot; empty if there are none. */
const faultsOf = (chain: Chain, answers: readonly Answer[]): string[] => {
  const faults: string[] = []
  const stored = new Set(chain.rows.map(({ hash }) => hash))
  const accepted = answers.filter(({ hash }) => hash !== undefined)
  const lost = accepted.filter(({ hash = '' }) => !stored.has(hash)).length
  if (lost > 0) faults.push(`${lost} acknowledged bids lost`)
  const bids = chain.rows.filter(({ kind }) => kind === 'open' || kind === 'maximum')
  if (bids.length !== accepted.length) faults.push(`${bids.length} bids stored, ${accepted.length} acknowledged`)
  const mismatch = replayChain(chain)
  if (mismatch) faults.push(`row ${mismatch.seq} is not what the rules make of it`)
  const late = chain.rows.filter(({ at }) => at >= chain.closed.at).length
  if (late > 0) faults.push(`${late} bids after the end`)
  return faults
}

interface CrashOptions {
  lots: number
  /** Number of bids per caller before the first lot ends; callers then go on until every lot has ended. */
  rounds: number
  /** Seconds until the first lot ends. All rounds must finish before, also on a busy machine. */
  endsIn: number
}

/**
 * Lets all callers bid on the lots of one auction while the application and the database are killed; returns figures
 * and faults.
 */
export const crashAuction = async (auctionProduct: AuctionProduct, { lots, rounds, endsIn }: CrashOptions) => {
  const { works, program } = await auctionProduct.createAuction(lots, {
    endsIn,
    secondsBetweenEnds: lots > 1 ? 1 : 0,
    window: 5,
    extension: 2,
  })
  /**
   * Lowest accepted amount of each lot in the latest answer. Like the amount on a page, it may be stale when the bid
   * arrives.
   */
  const nextAmounts = new Map<string, number>()
  const unexpected = new Map<string, number>()
  const ended = new Set<string>()
  let answered = 0
  /** Number of callers that finished their rounds before any lot ended. */
  let done = 0
  let isOver = false
  const killing = killAll(
    auctionProduct,
    () => answered,
    crowdSize * rounds,
    () => isOver,
  )
  const startedAt = performance.now()
  const answers = (
    await Promise.all(
      auctionProduct.members.slice(0, crowdSize).map(async (member) => {
        const answersOfCaller: Answer[] = []
        // Callers that did not finish their rounds are reported as a fault below.
        for (let round = 0; ended.size < lots; round += 1) {
          if (round === rounds && ended.size === 0) done += 1
          // Slow down: enough bids were made to fill the time until the lots end.
          if (round >= rounds && ended.size === 0) await wait(afterwards)
          const work = works[Math.floor(Math.random() * works.length)] ?? ''
          const kind = Math.random() < 0.4 ? 'maximum' : 'open'
          const above = Math.floor(Math.random() * (kind === 'maximum' ? 20 : 4)) - 1
          const amount = Math.max(step, (nextAmounts.get(work) ?? start) + above * step)
          const answer = await bidUntilAnswered(
            auctionProduct,
            { member, work, kind, amount, key: randomUUID() },
            unexpected,
          )
          nextAmounts.set(work, answer.next)
          if (answer.reason === 'ended') ended.add(work)
          answersOfCaller.push(answer)
          answered += 1
        }
        return answersOfCaller
      }),
    )
  ).flat()
  isOver = true
  const seconds = (performance.now() - startedAt) / 1000
  const killed = await killing
  const faults = [...unexpected].map(([status, times]) => `answered ${status}, ${times} times`)
  if (killed < 2 * kills) faults.push(`${killed} kills of ${2 * kills}`)
  if (done < crowdSize) faults.push(`${crowdSize - done} callers had not bid ${rounds} times when the first lot ended`)
  for (const work of works) {
    const chain = await chainOf(auctionProduct, work)
    faults.push(
      ...faultsOf(
        chain,
        answers.filter((answer) => answer.work === work),
      ),
    )
  }
  const { rows } = await auctionProduct.pool.query<{ sales: number; works: number; sold: number; open: number }>(
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
      'rounds before the end': rounds,
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
