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
  /** Negative amounts take points. */
  amount: number
  note?: string
  orderId?: string | null
  /** Source of the points: each source gives points only once. */
  source?: string | null
  /** Minimum days for which returned points stay valid. */
  leastDays?: number
}

/** Minimum days of validity for points that come back because goods were returned or the shop did not send them. */
export const returnedPointDays = 30

/** Adds calendar months to a moment. */
export const addMonths = (from: Date, months: number): Date => {
  const then = new Date(from)
  then.setMonth(then.getMonth() + months)
  return then
}

/**
 * Returns the expiry of the points spent in an order: lots are spent in order of expiry, and the latest expiry among
 * them counts. Null if the order spent none.
 */
const readSpentExpiry = async (context: Context, userId: string, orderId: string): Promise<Date | null> => {
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

/** Points that come back keep their expiry, so ordering and cancelling does not renew them. */
const calculateExpiry = async (
  context: Context,
  { kind, amount, userId, orderId, leastDays = 0 }: NewPoints,
): Promise<Date | null> => {
  if (amount < 0) return null
  const now = context.now()
  const taken = kind === 'back' && orderId ? await readSpentExpiry(context, userId, orderId) : null
  if (taken) return new Date(Math.max(taken.getTime(), now.getTime() + leastDays * 86_400_000))
  return addMonths(now, (await readConditions(context)).pointMonths)
}

/**
 * Writes a ledger line; a trigger updates the balance. Returns null if the source has already given points. Throws
 * `conflict` if the balance is too low.
 */
export const writePoints = async (context: Context, line: NewPoints): Promise<PointRow | null> => {
  if (line.amount === 0) return null
  const at = context.now()
  const { leastDays: _least, ...values } = line
  const expiresAt = await calculateExpiry(context, line)
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
 * Takes back points of a purchase or review whose goods were returned. If they are already spent, the balance becomes
 * negative and later points fill it, so the money refund is never reduced. Points that may have expired unused are
 * taken back only as far as the balance covers them.
 */
export const takeBackPoints = async (
  context: Context,
  line: {
    userId: string
    amount: number
    orderId: string
    /** Source of this line; each source takes points back only once. */
    source: string
    /** The line that gave the points. */
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

/** Returns the point balance of an account. */
export const readBalance = async (context: Context, userId: string): Promise<number> => {
  const [row] = await context.database.select().from(shopPointAccounts).where(eq(shopPointAccounts.userId, userId))
  return row?.balance ?? 0
}

/**
 * Returns the points that expire next. Points are spent in order of expiry, so everything spent has used up the oldest.
 */
export const readExpiringPoints = async (
  context: Context,
  userId: string,
): Promise<{ at: string; amount: number } | null> => {
  const { rows } = await context.database.execute<{ at: string; amount: string }>(sql`
    WITH used AS (SELECT coalesce(-sum(amount), 0) AS amount FROM shop_points WHERE user_id = ${userId}::uuid AND amount < 0),
    lots AS (SELECT expires_at, sum(amount) AS amount, sum(sum(amount)) OVER (ORDER BY expires_at NULLS LAST) AS until
      FROM shop_points WHERE user_id = ${userId}::uuid AND amount > 0 GROUP BY expires_at)
    SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      least(lots.amount, until - used.amount)::text AS amount
    FROM lots, used WHERE expires_at IS NOT NULL AND until > used.amount ORDER BY expires_at LIMIT 1`)
  return rows[0] ? { at: rows[0].at, amount: Number(rows[0].amount) } : null
}

/** Expires overdue points. */
export const expirePoints = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<{ user: string }>(
    sql`SELECT DISTINCT user_id AS user FROM shop_points JOIN shop_point_accounts USING (user_id)
      WHERE expires_at <= ${now} AND shop_point_accounts.balance > 0`,
  )
  for (const { user } of rows)
    await context.transaction(async (within) => {
      // Lock the account, so that the calculated points are not spent concurrently.
      await within.database.execute(sql`SELECT FROM shop_point_accounts WHERE user_id = ${user}::uuid FOR UPDATE`)
      await within.database.execute(sql`
        INSERT INTO shop_points (id, user_id, kind, amount, at)
        SELECT ${within.newId()}::uuid, ${user}::uuid, 'expired', -over, ${now} FROM (
          SELECT coalesce(sum(amount) FILTER (WHERE expires_at <= ${now}), 0) + coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS over
          FROM shop_points WHERE user_id = ${user}::uuid) AS lots
        WHERE over > 0`)
    })
}

/** Personal data: points are deleted with the account. */
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
