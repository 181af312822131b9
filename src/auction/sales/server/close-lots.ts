import { eq, sql } from 'drizzle-orm'
import { calculateBuyerTotal } from '#auction/auctions/rules.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Background } from '#kit/module/module.ts'
import { Context, publicScope, type Services } from '#kit/server/context.ts'
import { paymentDays } from '../rules.ts'
import { sendWonMail } from './send-sale-mail.ts'

/** Closes one lot if it has ended, and sells it if it reached its reserve; returns whether this call closed it. */
const closeLot = (context: Context, id: string): Promise<boolean> =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<{ closed: boolean }>(sql`SELECT close_lot(${id}::uuid) AS closed`)
    const [found] = rows[0]?.closed ? await selectWorks(within).where(eq(auctionWorks.id, id)) : []
    if (!found) return false
    const { work, program } = found
    const { rows: bidders } = await within.database.execute<{ user: string; bidder: number }>(sql`
      SELECT DISTINCT user_id AS user, bidder FROM auction_bids
      WHERE work_id = ${id} AND user_id IS NOT NULL AND kind IN ('open', 'maximum')`)
    await publishEvent(
      within,
      { users: bidders.map(({ user }) => user), scope: 'console:auction' },
      { topic: 'bids', id },
    )
    if (work.state !== 'sold' || work.price === null || work.leader === null) return true
    const winner = bidders.find(({ bidder }) => bidder === work.leader)?.user ?? null
    const { hammer, premium, vat, total } = calculateBuyerTotal(work.price, program.premium)
    const { rows: sold } = await within.database.execute<{ id: string }>(sql`
      INSERT INTO auction_sales (id, work_id, user_id, bidder, hammer, premium, vat, total, state, pay_until)
      VALUES (${within.newId()}::uuid, ${id}::uuid, ${winner}::uuid, ${work.leader}, ${hammer}, ${premium}, ${vat}, ${total},
        'awaiting', clock_timestamp() + make_interval(days => ${paymentDays}))
      ON CONFLICT DO NOTHING RETURNING id`)
    if (sold[0]) await sendWonMail(within, sold[0].id)
    return true
  })

/**
 * Closes all lots that have ended by the database's clock, and sells those that reached their reserve. Closing, sale
 * and mail of a lot are one transaction, so a crash leaves all or nothing. Each lot is separate: one that fails stays
 * open past its end, takes no bids, and does not block the others. `except`: ids to skip.
 */
export const closeLots = async (
  context: Context,
  except: readonly string[] = [],
): Promise<{ closed: string[]; failed: string[] }> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT work.id FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.state = 'open' AND work.ends_at <= clock_timestamp()
      AND (program.stopped_at IS NULL OR program.stopped_at >= work.ends_at)
      AND work.id <> ALL (${sql.param([...except])}::uuid[])
    ORDER BY work.ends_at, work.id`)
  const closed: string[] = []
  const failed: string[] = []
  for (const { id } of rows)
    await closeLot(context, id).then(
      (isClosed) => isClosed && closed.push(id),
      (error) => {
        failed.push(id)
        context.services.log.error({ err: error, work: id }, 'a lot could not be ended; it is tried again')
      },
    )
  return { closed, failed }
}

/** Job: closes lots that ended while no process was watching. */
export const closeEnded = async (context: Context): Promise<void> => {
  await closeLots(context)
}

/** Longest wait in ms, since lots can open meanwhile; also the wait after a failure. */
const maxDelay = 1000

/** Milliseconds before a failed lot is retried. */
const rest = 5000

/** Milliseconds until the next end by the database's clock; null without open lots. */
const millisecondsUntilNextEnd = async (services: Services, except: readonly string[]): Promise<number | null> => {
  const { rows } = await services.database.execute<{ wait: number | null }>(sql`
    SELECT ceil(extract(epoch FROM min(work.ends_at) - clock_timestamp()) * 1000)::float8 AS wait
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
    WHERE work.state = 'open' AND (program.stopped_at IS NULL OR program.stopped_at >= work.ends_at)
      AND work.id <> ALL (${sql.param([...except])}::uuid[])`)
  return rows[0]?.wait ?? null
}

/**
 * Waits for the next end and closes the lot. Every process does this: the database decides, so duplicates change
 * nothing and a crashed process is not missed. This process's clock only determines when to query.
 */
export const watchLotEnds = (services: Services): Background => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** Lots that failed to close, and the time of the next try by this process's monotonic clock. */
  const pausedUntil = new Map<string, number>()
  const closeDueLots = async () => {
    let wait = maxDelay
    try {
      for (const [id, until] of pausedUntil) if (until <= performance.now()) pausedUntil.delete(id)
      const next = await millisecondsUntilNextEnd(services, [...pausedUntil.keys()])
      if (next !== null && next <= 0) {
        const { failed } = await closeLots(new Context(services, publicScope('ko')), [...pausedUntil.keys()])
        for (const id of failed) pausedUntil.set(id, performance.now() + rest)
        wait = Math.min(
          maxDelay,
          Math.max(0, (await millisecondsUntilNextEnd(services, [...pausedUntil.keys()])) ?? maxDelay),
        )
      } else wait = Math.min(maxDelay, next ?? maxDelay)
    } catch (error) {
      services.log.warn({ err: error }, 'lots could not be ended; it is tried again')
    }
    // A lot whose row another process has locked is still due: avoid a busy loop.
    if (!stopped) timer = setTimeout(scheduleNext, Math.max(wait, 5))
  }
  const scheduleNext = () => {
    running = closeDueLots()
  }
  let running = closeDueLots()
  return {
    async close() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
