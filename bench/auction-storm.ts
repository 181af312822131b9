import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Chain } from '#auction/bids/contract.ts'
import { replayChain } from '#auction/site/proof/replay.ts'
import type { House, Hung } from './auction-house.ts'

const callers = 300
const rounds = 50
/** Pairs: the application, then PostgreSQL. */
const kills = 3

interface Answer {
  work: string
  status: number
  /** Of a bid that was taken. */
  hash: string | undefined
  reason: string | undefined
}

/** Sends one bid with one key until something is answered that is final, as the page of a lot does. */
const bidUntilAnswered = async ({ product, bidders }: House, caller: number, work: string): Promise<Answer> => {
  const key = randomUUID()
  const kind = Math.random() < 0.4 ? 'maximum' : 'open'
  const body = JSON.stringify({ kind, amount: 100_000 + Math.floor(Math.random() * 5000) * 10_000 })
  for (;;)
    try {
      const response = await fetch(`${product.url}/api/v1/auction/works/${work}/bids`, {
        method: 'POST',
        headers: { ...bidders[caller], 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(10_000),
      })
      const answer = (await response.json()) as {
        receipt?: { hash: string }
        error?: { current?: { reason: string } }
        current?: { reason: string }
      }
      // The same key is being decided still, or the database is away.
      const isFinal = response.status !== 503 && (response.status !== 409 || JSON.stringify(answer).includes('reason'))
      if (isFinal) {
        const reason = /"reason":"(\w+)"/.exec(JSON.stringify(answer))?.[1]
        return { work, status: response.status, hash: answer.receipt?.hash, reason }
      }
      await wait(50)
    } catch {
      await wait(50)
    }
}

const chainOf = async ({ product }: House, work: string): Promise<Chain> => {
  for (const deadline = performance.now() + 180_000; ; await wait(200)) {
    const response = await fetch(`${product.url}/api/v1/auction/works/${work}/chain`).catch(() => undefined)
    if (response?.ok) return (await response.json()) as Chain
    if (performance.now() > deadline) throw new Error('A lot was not closed within three minutes of its bids.')
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
  const taken = answers.filter(({ status }) => status === 201)
  const lost = taken.filter(({ hash }) => !stored.has(hash ?? '')).length
  if (lost > 0) faults.push(`${lost} acknowledged bids lost`)
  const made = chain.rows.filter(({ kind }) => kind === 'open' || kind === 'maximum')
  if (made.length !== taken.length) faults.push(`${made.length} bids stored, ${taken.length} acknowledged`)
  const unlike = replayChain(chain)
  if (unlike) faults.push(`row ${unlike.seq} is not what the rules make of it`)
  const late = chain.rows.filter(({ at }) => at >= chain.closed.at).length
  if (late > 0) faults.push(`${late} bids after the end`)
  return faults
}

/** Bids on the lots of a programme from many callers while application and database are killed; answers what is wrong. */
export const storm = async (house: House, lots: number) => {
  const { works, program }: Hung = await house.hang(lots, { endsIn: 45, window: 5, extension: 2 })
  let isOver = false
  const killing = killAll(house, () => isOver)
  const began = performance.now()
  const answers = (
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const own: Answer[] = []
        for (let round = 0; round < rounds; round += 1) {
          const work = works[Math.floor(Math.random() * works.length)] ?? ''
          own.push(await bidUntilAnswered(house, caller, work))
        }
        return own
      }),
    )
  ).flat()
  isOver = true
  const seconds = (performance.now() - began) / 1000
  const killed = await killing
  const chains = await Promise.all(works.map((work) => chainOf(house, work)))
  const faults = chains.flatMap((chain) =>
    faultsOf(
      chain,
      answers.filter(({ work }) => work === chain.work),
    ),
  )
  const { rows } = await house.pool.query(
    `SELECT count(*)::int AS sales, count(DISTINCT work_id)::int AS works,
       (SELECT count(*)::int FROM auction_works WHERE program_id = $1 AND state = 'sold') AS sold
     FROM auction_sales WHERE work_id = ANY ($2)`,
    [program, works],
  )
  const [{ sales, works: sold, sold: closed }] = rows
  if (sales !== sold || sold !== closed) faults.push(`${sales} winners of ${closed} lots that were sold`)
  const odd = answers.filter(({ status }) => status !== 201 && status !== 409)
  for (const { status } of odd) faults.push(`answered ${status}`)
  return {
    figures: {
      lots,
      asked: answers.length,
      taken: answers.filter(({ status }) => status === 201).length,
      'after the end': answers.filter(({ reason }) => reason === 'ended').length,
      'kills -9': killed,
      winners: sales as number,
      seconds: Math.round(seconds),
      faults: faults.length,
    },
    faults,
  }
}
