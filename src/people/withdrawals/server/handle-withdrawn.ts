import { type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { likePattern } from '#kit/server/records/search-conditions.ts'
import { formatMemberNumber } from '#people/users/server/format-member-number.ts'
import type { withdrawn as contract, Withdrawal } from '../contract-withdrawn.ts'
import { type Basis, type Reason, reasons } from '../rules.ts'
import { readHold } from './keep-legal-holds.ts'

interface Row extends Record<string, unknown> {
  id: string
  createdAt: Date
  updatedAt: Date
  userId: string
  kind: Withdrawal['kind']
  reason: Reason
  held: Withdrawal['held']
  times: number
  by: string | null
  total: number
}

const presentWithdrawal = ({ id, createdAt, updatedAt, userId, kind, reason, held, times, by }: Row): Withdrawal => ({
  _id: id,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
  number: formatMemberNumber(userId),
  kind,
  reason,
  held: held.map((hold) => ({ ...hold, until: new Date(hold.until).toISOString() })),
  opened: { times, by },
})

const findWithdrawals = async (context: Context, where: SQL, rest: SQL): Promise<Row[]> => {
  const { rows } = await context.database.execute<Row>(sql`
    SELECT w.id, w.created_at AS "createdAt", w.updated_at AS "updatedAt", w.user_id AS "userId", w.kind, w.reason,
      (SELECT coalesce(json_agg(json_build_object('_id', h.id, 'basis', h.basis, 'records', h.records, 'until', h.until)
        ORDER BY h.until), '[]') FROM legal_holds h WHERE h.withdrawal_id = w.id) AS held,
      (SELECT count(*)::int FROM audit a WHERE a.entity = 'withdrawals' AND a.entity_id = w.id::text AND a.action = 'open_hold') AS times,
      (SELECT actor FROM audit a WHERE a.entity = 'withdrawals' AND a.entity_id = w.id::text AND a.action = 'open_hold'
        ORDER BY a.id DESC LIMIT 1) AS by,
      (SELECT count(*)::int FROM withdrawals w WHERE ${where}) AS total
    FROM withdrawals w WHERE ${where} ${rest}`)
  return rows
}

const getMidnightSql = (day: string, later: number): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul')`

/** SQL: matches a typed number, `M-3F9A-1C07`, with the end of the account's id. */
const matchesNumberSql = (words: string): SQL => {
  const end = words.toLowerCase().replace(/^m-/, '').replaceAll('-', '')
  return sql`right(replace(w.user_id::text, '-', ''), 8) LIKE ${likePattern(end)}`
}

export const withdrawnHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit, sort, q, reason, kind, held, left } = query
    const [from, to] = left?.split('..') ?? []
    const isHeld = sql`EXISTS (SELECT FROM legal_holds h WHERE h.withdrawal_id = w.id)`
    const where = sql.join(
      [
        sql`true`,
        ...(reason ? [sql`w.reason = ${reason}`] : []),
        ...(kind ? [sql`w.kind = ${kind}`] : []),
        ...(held === undefined ? [] : [held ? isHeld : sql`NOT ${isHeld}`]),
        ...(from ? [sql`w.created_at >= ${getMidnightSql(from, 0)}`] : []),
        ...(to ? [sql`w.created_at < ${getMidnightSql(to, 1)}`] : []),
        ...(q ? [matchesNumberSql(q)] : []),
      ],
      sql` AND `,
    )
    const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
    const order = sql`ORDER BY w.created_at ${direction}, w.id ${direction} LIMIT ${limit} OFFSET ${(page - 1) * limit}`
    const rows = await findWithdrawals(context, where, order)
    return { withdrawals: rows.map(presentWithdrawal), total: rows[0]?.total ?? 0, page, limit }
  },

  async get(context, { params }) {
    const [row] = await findWithdrawals(context, sql`w.id = ${params.id}::uuid`, sql``)
    if (!row) throw new AppError('not_found')
    return { withdrawal: presentWithdrawal(row) }
  },

  async figures(context) {
    const now = sql`${context.now().toISOString()}::timestamptz AT TIME ZONE 'Asia/Seoul'`
    const year = sql`(date_trunc('year', ${now}) AT TIME ZONE 'Asia/Seoul')`
    const before = sql`((date_trunc('year', ${now}) - interval '1 year') AT TIME ZONE 'Asia/Seoul')`
    const counted = await context.database.execute<{ reason: Reason; count: number; before: number }>(sql`
      SELECT reason, (count(*) FILTER (WHERE created_at >= ${year}))::int AS count,
        (count(*) FILTER (WHERE created_at >= ${before} AND created_at < ${year}))::int AS before
      FROM withdrawals GROUP BY reason`)
    const retained = await context.database.execute<{ basis: Basis; records: number; until: Date }>(sql`
      SELECT basis, sum(records)::int AS records, max(until) AS until FROM legal_holds GROUP BY basis ORDER BY basis`)
    const findByReason = (reason: Reason) => counted.rows.find((row) => row.reason === reason)
    return {
      reasons: reasons
        .map((reason) => ({
          reason,
          count: findByReason(reason)?.count ?? 0,
          before: findByReason(reason)?.before ?? 0,
        }))
        .sort((a, b) => b.count - a.count),
      held: retained.rows.map((row) => ({ ...row, until: new Date(row.until).toISOString() })),
    }
  },

  openHold: (context, { params, body }) =>
    context.transaction(async (within) => {
      const hold = await readHold(within, params.id)
      if (!hold) throw new AppError('not_found')
      await writeAudit(within, {
        action: 'open_hold',
        entity: 'withdrawals',
        entityId: hold.withdrawalId,
        summary: hold.basis,
        after: { reason: body.reason, hold: params.id },
      })
      return { hold: { basis: hold.basis, text: hold.text } }
    }),
}
