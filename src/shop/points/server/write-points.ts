import { eq, sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { PersonalData } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import type { PointKind } from '../contract.ts'
import { type PointRow, shopPointAccounts, shopPoints } from '../table.ts'

export interface NewPoints {
  userId: string
  kind: PointKind
  /** Less than 0: they are taken. */
  amount: number
  note?: string
  orderId?: string | null
  /** What they are for: the same thing gives points once. */
  source?: string | null
  /** Of points that come back: days for which they can be spent at least. */
  leastDays?: number
}

/** Days for which points can be spent that come back because goods were sent back, or the shop did not send them. */
export const backDays = 30

/** The same moment so many months later. */
export const monthsAfter = (from: Date, months: number): Date => {
  const then = new Date(from)
  then.setMonth(then.getMonth() + months)
  return then
}

/**
 * When the points expire that an order took: they were taken in the order in which they expire, and come back with the
 * latest term among them. Null where the order took none.
 */
const takenUntil = async (context: Context, userId: string, orderId: string): Promise<Date | null> => {
  const { rows } = await context.database.execute<{ until: string | null }>(sql`
    WITH taken AS (SELECT seq, -amount AS amount FROM shop_points
      WHERE user_id = ${userId}::uuid AND kind = 'spent' AND source = ${orderId}::uuid),
    before AS (SELECT coalesce(-sum(amount), 0) AS used FROM shop_points
      WHERE user_id = ${userId}::uuid AND amount < 0 AND seq < (SELECT seq FROM taken)),
    lots AS (SELECT expires_at, amount, sum(amount) OVER (ORDER BY expires_at, seq) AS reaches FROM shop_points
      WHERE user_id = ${userId}::uuid AND amount > 0 AND seq < (SELECT seq FROM taken))
    SELECT to_char(max(expires_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS until
    FROM lots, before, taken WHERE reaches > used AND reaches - lots.amount < used + taken.amount`)
  return rows[0]?.until ? new Date(rows[0].until) : null
}

/** Points that come back keep their term: who orders and cancels does not renew it. */
const expiryOf = async (
  context: Context,
  { kind, amount, userId, orderId, leastDays = 0 }: NewPoints,
): Promise<Date | null> => {
  if (amount < 0) return null
  const now = context.now()
  const taken = kind === 'back' && orderId ? await takenUntil(context, userId, orderId) : null
  if (taken) return new Date(Math.max(taken.getTime(), now.getTime() + leastDays * 86_400_000))
  return monthsAfter(now, (await readConditions(context)).pointMonths)
}

/**
 * Writes a line of the ledger; the balance follows by itself. Answers null where the same thing has given points before.
 * Throws `conflict` for more than the balance.
 */
export const writePoints = async (context: Context, line: NewPoints): Promise<PointRow | null> => {
  if (line.amount === 0) return null
  const at = context.now()
  const { leastDays: _least, ...values } = line
  const expiresAt = await expiryOf(context, line)
  try {
    const [row] = await context.transaction((within) =>
      within.database
        .insert(shopPoints)
        .values({ id: context.newId(), note: '', orderId: null, source: null, ...values, expiresAt, at })
        .returning(),
    )
    return row ?? null
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'shop_points_once') return null
    if (constraint === 'shop_points_balance') throw new AppError('conflict', { fields: { points: 'order_points' } })
    throw error
  }
}

/**
 * Takes points of a purchase, or of a review, back whose goods were sent back. Where they were spent meanwhile the balance is below nothing, and
 * what comes next fills it: the money that was paid goes back whole. Points that may have expired unused are taken as far
 * as they are still there.
 */
export const undoPoints = async (
  context: Context,
  line: {
    userId: string
    amount: number
    orderId: string
    /** Of this taking back: the same takes them once. */
    source: string
    /** What they were given for. */
    given: { kind: 'purchase' | 'review'; source: string }
  },
) => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  await context.database.execute(sql`
    INSERT INTO shop_points (id, user_id, kind, amount, order_id, source, at)
    SELECT ${context.newId()}::uuid, user_id, 'undone', -taken, ${line.orderId}::uuid, ${line.source}::uuid, ${now}
    FROM (
      SELECT user_id, CASE
        WHEN EXISTS (SELECT FROM shop_points AS given
          WHERE given.kind = ${line.given.kind} AND given.source = ${line.given.source}::uuid AND given.expires_at > ${now})
        THEN ${line.amount}::bigint
        ELSE least(greatest(balance, 0), ${line.amount}::bigint) END AS taken
      FROM shop_point_accounts WHERE user_id = ${line.userId}::uuid FOR UPDATE) AS account
    WHERE taken > 0
    ON CONFLICT ON CONSTRAINT shop_points_once DO NOTHING`)
}

/** Points of an account. */
export const balanceOf = async (context: Context, userId: string): Promise<number> => {
  const [row] = await context.database.select().from(shopPointAccounts).where(eq(shopPointAccounts.userId, userId))
  return row?.balance ?? 0
}

/**
 * What expires next: points are spent in the order in which they expire, so that whatever was taken has eaten the
 * oldest.
 */
export const expiringOf = async (context: Context, userId: string): Promise<{ at: string; amount: number } | null> => {
  const { rows } = await context.database.execute<{ at: string; amount: string }>(sql`
    WITH used AS (SELECT coalesce(-sum(amount), 0) AS amount FROM shop_points WHERE user_id = ${userId}::uuid AND amount < 0),
    lots AS (SELECT expires_at, sum(amount) AS amount, sum(sum(amount)) OVER (ORDER BY expires_at NULLS LAST) AS until
      FROM shop_points WHERE user_id = ${userId}::uuid AND amount > 0 GROUP BY expires_at)
    SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      least(lots.amount, until - used.amount)::text AS amount
    FROM lots, used WHERE expires_at IS NOT NULL AND until > used.amount ORDER BY expires_at LIMIT 1`)
  return rows[0] ? { at: rows[0].at, amount: Number(rows[0].amount) } : null
}

/** Lets points fall whose time is over. */
export const expirePoints = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<{ user: string }>(
    sql`SELECT DISTINCT user_id AS user FROM shop_points JOIN shop_point_accounts USING (user_id)
      WHERE expires_at <= ${now} AND shop_point_accounts.balance > 0`,
  )
  for (const { user } of rows)
    await context.transaction(async (within) => {
      // Held, so that what is reckoned below is not spent meanwhile.
      await within.database.execute(sql`SELECT FROM shop_point_accounts WHERE user_id = ${user}::uuid FOR UPDATE`)
      await within.database.execute(sql`
        INSERT INTO shop_points (id, user_id, kind, amount, at)
        SELECT ${within.newId()}::uuid, ${user}::uuid, 'expired', -over, ${now} FROM (
          SELECT coalesce(sum(amount) FILTER (WHERE expires_at <= ${now}), 0) + coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS over
          FROM shop_points WHERE user_id = ${user}::uuid) AS lots
        WHERE over > 0`)
    })
}

/** Points of an account: they end with it. */
export const personal: PersonalData = {
  async forget(context, { userId }) {
    await context.database.delete(shopPoints).where(eq(shopPoints.userId, userId))
    await context.database.delete(shopPointAccounts).where(eq(shopPointAccounts.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database.select().from(shopPoints).where(eq(shopPoints.userId, userId))
    return { points: rows.map(({ at, kind, amount, balance, note }) => ({ at, kind, amount, balance, note })) }
  },
}
