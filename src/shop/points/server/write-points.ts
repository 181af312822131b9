import { sql } from 'drizzle-orm'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import type { PointKind } from '../contract.ts'
import { addMonths } from '../rules.ts'
import { type PointRow, shopPoints } from '../table.ts'

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
  const spentExpiry = kind === 'back' && orderId ? await readSpentExpiry(context, userId, orderId) : null
  if (spentExpiry) return new Date(Math.max(spentExpiry.getTime(), now.getTime() + leastDays * 86_400_000))
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
