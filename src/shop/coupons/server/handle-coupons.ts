import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { localize } from '#kit/server/records/localize.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { translationsOf } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { periodState } from '#kit/time/period-state.ts'
import { levels } from '#people/levels/table.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { type Coupon, type CouponState, coupons as contract, type MemberCoupon } from '../contract.ts'
import { type CouponRow, shopCouponHoldings, shopCoupons } from '../table.ts'

const present = async (rows: CouponRow[], context: Context): Promise<Coupon[]> => {
  const { rows: redeemed } = await context.database.execute<{ id: string; used: number }>(sql`
    SELECT coupon_id AS id, count(*)::int AS used FROM shop_coupon_holdings WHERE "left" = 0
      AND coupon_id = ANY(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[]) GROUP BY 1`)
  return rows.map((row) => ({ ...toRecord(row), used: redeemed.find(({ id }) => id === row.id)?.used ?? 0 }))
}

/** Fields that cannot change once the coupon is issued. */
const fixedFields = ['kind', 'value', 'cap', 'least', 'startsAt'] as const

const { list, get, create, update, remove } = contract

/** CRUD handlers of staff; members read their coupons through `mine`. */
const base = tableHandlers({ list, get, create, update, remove }, shopCoupons, {
  words: [translationsOf(shopCoupons.title), shopCoupons.code],
  title: (row) => row.title.ko,
  filters: {
    state: (state, context) => {
      const now = sql`${context.now().toISOString()}::timestamptz`
      const { withdrawnAt, startsAt, endsAt } = shopCoupons
      const inState: Record<CouponState, SQL> = {
        withdrawn: sql`${withdrawnAt} IS NOT NULL`,
        coming: sql`(${withdrawnAt} IS NULL AND ${startsAt} > ${now})`,
        running: sql`(${withdrawnAt} IS NULL AND ${startsAt} <= ${now} AND ${endsAt} > ${now})`,
        ended: sql`(${withdrawnAt} IS NULL AND ${endsAt} <= ${now})`,
      }
      return inState[state]
    },
  },
  present,
  async accept(body, context, current) {
    const merged = { ...current, ...body }
    if (merged.startsAt && merged.endsAt && new Date(merged.endsAt) <= new Date(merged.startsAt))
      throw new AppError('invalid', { fields: { endsAt: 'coupon_period' } })
    if (merged.kind === 'rate' && (merged.value ?? 0) > 10_000)
      throw new AppError('invalid', { fields: { value: 'coupon_value' } })
    if (merged.audience === 'code' && !merged.code) throw new AppError('invalid', { fields: { code: 'coupon_code' } })
    if (merged.audience === 'level' && !merged.level) throw new AppError('invalid', { fields: { level: 'choose' } })
    if (body.level && merged.audience === 'level') {
      const { rows } = await context.database.execute(sql`SELECT FROM levels WHERE key = ${body.level}`)
      if (rows.length === 0) throw new AppError('invalid', { fields: { level: 'coupon_level' } })
    }
    if (current && merged.limit && merged.limit < current.issued)
      throw new AppError('conflict', { fields: { limit: 'coupon_limit' } })
    const toComparable = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
    if (current && current.issued > 0)
      for (const name of fixedFields)
        if (body[name] !== undefined && toComparable(body[name]) !== toComparable(current[name]))
          throw new AppError('conflict', { fields: { [name]: 'coupon_issued' } })
    return body
  },
})

/** Maps violated constraints to messages of the form's fields. */
const withFieldErrors = async <T>(
  work: () => Promise<T>,
  field: 'code' | 'limit' = 'code',
  limited: 'coupon_gone' | 'coupon_limit' = 'coupon_gone',
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'shop_coupons_limit') throw new AppError('conflict', { fields: { [field]: limited } })
    if (constraint === 'shop_coupons_withdrawn')
      throw new AppError('conflict', { fields: { code: 'coupon_withdrawn' } })
    if (['shop_coupon_lines_once', 'shop_coupon_holdings_pkey'].includes(constraint))
      throw new AppError('conflict', { fields: { code: 'coupon_had' } })
    if (/^shop_coupon_(lines|holdings)_coupon_id_fkey$/.test(constraint))
      throw new AppError('conflict', { fields: { title: 'coupon_issued' } })
    throw error
  }
}

const presentMemberCoupons = async (
  context: Context,
  rows: readonly { coupon: CouponRow; left: number }[],
): Promise<MemberCoupon[]> => {
  const { userId } = context.principal
  const now = context.now()
  const orders = await context.database
    .select({
      id: shopOrders.id,
      couponId: shopOrders.couponId,
      number: shopOrders.number,
      createdAt: shopOrders.createdAt,
    })
    .from(shopOrders)
    .where(
      and(
        eq(shopOrders.userId, userId),
        sql`${shopOrders.couponId} IS NOT NULL`,
        sql`${shopOrders.state} <> 'cancelled'`,
      ),
    )
  return rows.map(({ coupon, left }) => {
    const { title, lang } = localize(context.locale, { title: coupon.title })
    const period = periodState(coupon.startsAt, coupon.endsAt, now)
    const order = orders.find(({ couponId }) => couponId === coupon.id)
    const { kind, value, cap, least } = coupon
    return {
      _id: coupon.id,
      title,
      lang,
      kind,
      value,
      cap,
      least,
      startsAt: coupon.startsAt.toISOString(),
      endsAt: coupon.endsAt.toISOString(),
      state: left === 0 ? 'used' : coupon.withdrawnAt ? 'ended' : period === 'running' ? 'usable' : period,
      order: left === 0 && order ? formatOrderNumber(order) : null,
    }
  })
}

/** Returns the audience of a coupon as a condition on `users`. */
const audienceCondition = (coupon: CouponRow, usernames: readonly string[]): SQL => {
  if (coupon.audience === 'level') return sql`level_id IN (SELECT id FROM levels WHERE key = ${coupon.level})`
  if (coupon.audience === 'all') return sql`true`
  return sql`username IN (SELECT jsonb_array_elements_text(${JSON.stringify(usernames)}::jsonb))`
}

/** Returns the usernames that match no active account. */
const findUnknownUsernames = async (
  context: Context,
  coupon: CouponRow,
  usernames: readonly string[],
): Promise<string[]> => {
  if (coupon.audience === 'level' || coupon.audience === 'all' || usernames.length === 0) return []
  const { rows } = await context.database.execute<{ username: string }>(sql`
    SELECT DISTINCT given AS username FROM jsonb_array_elements_text(${JSON.stringify(usernames)}::jsonb) AS given
    WHERE NOT EXISTS (SELECT FROM users WHERE username = given AND state = 'active') ORDER BY 1`)
  return rows.map(({ username }) => username)
}

export const couponHandlers: Handlers<typeof contract> = {
  ...base,
  // The row's constraint rejects a limit below the number issued, also if more were issued concurrently.
  update: (context, input) => withFieldErrors(() => base.update(context, input), 'limit', 'coupon_limit'),
  remove: (context, input) => withFieldErrors(() => base.remove(context, input)),

  issue: (context, input) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        const { id } = input.params
        // Lock the row, so that a concurrent call sees the coupons issued here.
        const [coupon] = await within.database.select().from(shopCoupons).where(eq(shopCoupons.id, id)).for('update')
        if (!coupon) throw new AppError('not_found')
        if (coupon.withdrawnAt) throw new AppError('conflict', { fields: { title: 'coupon_withdrawn' } })
        if (coupon.endsAt <= within.now()) throw new AppError('conflict', { fields: { endsAt: 'coupon_over' } })
        const unknown = await findUnknownUsernames(within, coupon, input.body.usernames)
        const { rowCount } = await within.database.execute(sql`
          INSERT INTO shop_coupon_lines (id, coupon_id, user_id, kind, amount, at)
          SELECT gen_random_uuid(), ${id}::uuid, users.id, 'issued', 1, ${within.now().toISOString()}::timestamptz
          FROM users WHERE state = 'active' AND ${audienceCondition(coupon, input.body.usernames)}
            AND NOT EXISTS (SELECT FROM shop_coupon_holdings WHERE coupon_id = ${id}::uuid AND user_id = users.id)`)
        const answer = await base.get(within, { ...input, query: undefined, body: undefined })
        const issuedCount = rowCount ?? 0
        await writeAudit(within, {
          action: 'issue',
          entity: 'coupons',
          entityId: id,
          summary: coupon.title.ko,
          after: { given: issuedCount },
        })
        return { ...answer, given: issuedCount, unknown }
      }),
    ),

  withdraw: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [row] = await changeRows(within, shopCoupons, { withdrawnAt: within.now(), withdrawnReason: body.reason })
        .where(and(eq(shopCoupons.id, params.id), isNull(shopCoupons.withdrawnAt)))
        .returning()
      if (!row) {
        const [existing] = await within.database.select().from(shopCoupons).where(eq(shopCoupons.id, params.id))
        throw existing ? new AppError('conflict', { fields: { title: 'coupon_withdrawn' } }) : new AppError('not_found')
      }
      await writeAudit(within, {
        action: 'withdrawCoupon',
        entity: 'coupons',
        entityId: row.id,
        summary: row.title.ko,
        after: { reason: body.reason },
      })
      const [coupon] = await present([row], within)
      if (!coupon) throw new AppError('not_found')
      return { coupon }
    }),

  async levels(context) {
    const rows = await context.database
      .select({ key: levels.key, title: levels.title })
      .from(levels)
      .orderBy(desc(levels.rank), asc(levels.key))
    return { levels: rows.map(({ key, title }) => ({ key, title: textIn(context.locale, title) })) }
  },

  async mine(context, { query }) {
    const { page, limit, usable } = query
    const now = sql`${context.now().toISOString()}::timestamptz`
    const isUsable = sql`(${shopCouponHoldings.left} = 1 AND ${shopCoupons.withdrawnAt} IS NULL
      AND ${shopCoupons.startsAt} <= ${now} AND ${shopCoupons.endsAt} > ${now})`
    const where = and(
      eq(shopCouponHoldings.userId, context.principal.userId),
      usable === undefined ? undefined : usable ? isUsable : sql`NOT ${isUsable}`,
    )
    const from = () =>
      context.database
        .select({ coupon: shopCoupons, left: shopCouponHoldings.left })
        .from(shopCouponHoldings)
        .innerJoin(shopCoupons, eq(shopCoupons.id, shopCouponHoldings.couponId))
        .where(where)
    const [rows, all] = await Promise.all([
      from()
        .orderBy(desc(isUsable), asc(shopCoupons.endsAt), asc(shopCoupons.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database
        .select({ total: sql<number>`count(*)::int` })
        .from(shopCouponHoldings)
        .innerJoin(shopCoupons, eq(shopCoupons.id, shopCouponHoldings.couponId))
        .where(where),
    ])
    return { coupons: await presentMemberCoupons(context, rows), total: all[0]?.total ?? 0, page, limit }
  },

  claim: (context, { body }) =>
    withFieldErrors(() =>
      context.transaction(async (within) => {
        const { userId } = within.principal
        const { rows } = await within.database.execute<{ id: string }>(sql`
          INSERT INTO shop_coupon_lines (id, coupon_id, user_id, kind, amount, at)
          SELECT ${within.newId()}::uuid, id, ${userId}::uuid, 'issued', 1, ${within.now().toISOString()}::timestamptz
          FROM shop_coupons AS coupon WHERE code = ${body.code} AND withdrawn_at IS NULL
            AND ends_at > ${within.now().toISOString()}::timestamptz
            AND (audience IN ('all', 'code') OR audience = 'level' AND EXISTS (
              SELECT FROM users JOIN levels ON levels.id = level_id
              WHERE users.id = ${userId}::uuid AND levels.key = coupon.level))
          RETURNING coupon_id AS id`)
        const [coupon] = rows[0]
          ? await within.database.select().from(shopCoupons).where(eq(shopCoupons.id, rows[0].id))
          : []
        if (!coupon) throw new AppError('invalid', { fields: { code: 'coupon_code' } })
        const [own] = await presentMemberCoupons(within, [{ coupon, left: 1 }])
        if (!own) throw new AppError('not_found')
        return { coupon: own }
      }),
    ),
}
