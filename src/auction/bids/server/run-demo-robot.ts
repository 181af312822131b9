import { and, eq, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import type { Context } from '#kit/server/context.ts'
import { notifyOutbid, placeBid } from './place-bid.ts'

/**
 * Accounts of the demonstration, which have unusable passwords. A member may choose such a username but cannot verify
 * an address below `.example`, which never receives mail (RFC 2606).
 */
const accounts = sql`SELECT id FROM users
  WHERE username LIKE 'auction-demo-%' AND email = username || '@daecheong.example' AND state = 'active'`

/** True if there is an account that the robot can bid for. */
export const hasRobots = async (context: Context): Promise<boolean> => {
  const { rows } = await context.database.execute(sql`${accounts} LIMIT 1`)
  return rows.length > 0
}

/** Milliseconds between two bids, random as in an auction room. */
const randomDelay = () => 3000 + Math.random() * 7000

/** Selects the next lot: usually one that ends soon, never one whose price is at least twice its high estimate. */
const choose = (context: Context, program: string) =>
  context.database.execute<{ work: string; user: string; next: string }>(sql`
    SELECT work.id AS work, bidder.id AS user,
      coalesce(work.price + find_bid_increment(program.increments, work.price), work.start_price)::text AS next
    FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id,
      LATERAL (SELECT own.id FROM (${accounts}) AS own
        -- Accounts do not bid against themselves, nor after their bids were voided.
        WHERE NOT EXISTS (SELECT FROM auction_bids AS bid WHERE bid.work_id = work.id AND bid.user_id = own.id
          AND (bid.bidder = work.leader OR bid.kind = 'void'))
        ORDER BY random() LIMIT 1) AS bidder
    WHERE work.program_id = ${program} AND work.state = 'open' AND work.ends_at > clock_timestamp()
      AND coalesce(work.price, 0) < 2 * coalesce(work.estimate_high, 2 * work.start_price)
    ORDER BY random() * extract(epoch FROM work.ends_at - clock_timestamp()) LIMIT 1`)

/** Job: places one robot bid and schedules the next, until the robot's time is over. */
export const bidAsRobot = async (context: Context, payload: Record<string, unknown>): Promise<void> => {
  const id = String(payload.program)
  const [program] = await context.database
    .select({ id: auctionsTable.id })
    .from(auctionsTable)
    .where(
      and(
        eq(auctionsTable.id, id),
        sql`${auctionsTable.visible} AND ${auctionsTable.cancelledAt} IS NULL
          AND ${auctionsTable.robotUntil} > clock_timestamp()`,
      ),
    )
  if (!program) return
  const { rows } = await choose(context, id)
  const [chosen] = rows
  if (chosen)
    await context.transaction(async (within) => {
      // Registers the account, with the deposit if the auction requires one; otherwise the bid would be refused.
      await within.database.execute(sql`
        INSERT INTO auction_entries AS own (id, program_id, user_id, state, terms_version, accepted_at,
          deposit, deposit_amount, deposit_number, deposit_due, received_at)
        SELECT ${within.newId()}::uuid, id, ${chosen.user}::uuid, 'approved', terms_version, now(), 'none', NULL, NULL, NULL, NULL
        FROM auction_programs WHERE id = ${id} AND deposit IS NULL
        UNION ALL
        SELECT ${within.newId()}::uuid, id, ${chosen.user}::uuid, 'approved', terms_version, now(),
          'received', (deposit ->> 'amount')::bigint, nextval('auction_deposit_numbers'), now(), now()
        FROM auction_programs WHERE id = ${id} AND deposit IS NOT NULL AND NOT EXISTS (SELECT FROM auction_entries
          WHERE program_id = ${id} AND user_id = ${chosen.user} AND deposit NOT IN ('none', 'due'))
        ON CONFLICT (program_id, user_id) DO UPDATE SET deposit = 'received', deposit_amount = excluded.deposit_amount,
          deposit_number = excluded.deposit_number, deposit_due = excluded.deposit_due, received_at = excluded.received_at
          WHERE own.deposit IN ('none', 'due') AND excluded.deposit = 'received'`)
      // The bid may be refused because of a faster one; the next attempt follows.
      const { outbid } = await placeBid(within, {
        work: chosen.work,
        user: chosen.user,
        kind: 'open',
        amount: Number(chosen.next),
        key: within.newId(),
      })
      if (outbid) await notifyOutbid(within, chosen.work, outbid)
    })
  await scheduleRobot(context, id, randomDelay())
}

/** Schedules the robot in `after` ms; one job per auction. */
export const scheduleRobot = (context: Context, program: string, after: number): Promise<void> =>
  context.services.jobs.add(
    context.database,
    'bidAsRobot',
    { program },
    { key: `robot:${program}`, runAt: new Date(context.now().getTime() + after) },
  )
