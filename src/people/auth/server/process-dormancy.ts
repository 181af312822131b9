import { type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { languageTag } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { notifyAccount } from './send-security-notice.ts'

/** Members per transaction. */
const batchSize = 500

const day = 86_400_000

const toTimestampSql = (date: Date): SQL => sql`${date.toISOString()}::timestamptz(3)`

/** SQL: last use of an account, or the time it joined if it was never used. */
const lastSeenSql = sql`greatest(u.created_at, u.seen_at, (SELECT max(s.used_at) FROM sessions s WHERE s.user_id = u.id))`

/**
 * SQL: locks a batch of active members that match a condition; staff never become dormant. Skips rows locked by a
 * concurrent log-in; a row that changed since the statement began is re-checked.
 */
const wakeAccounts = (condition: SQL): SQL => sql`
  SELECT u.id FROM users u WHERE u.state = 'active' AND u.dormant_at IS NULL AND ${condition}
    AND u.level_id IN (SELECT id FROM levels WHERE NOT scopes @> '{console}')
  ORDER BY u.id LIMIT ${batchSize} FOR UPDATE OF u SKIP LOCKED`

interface Bounds {
  now: Date
  months: number
  warnDays: number
}

const getMonthsAgoSql = ({ now, months }: Bounds): SQL =>
  sql`(${toTimestampSql(now)} - make_interval(months => ${months}::int))`

/** SQL: members last seen before this time are warned. */
const warnedBeforeSql = (bounds: Bounds): SQL =>
  sql`(${getMonthsAgoSql(bounds)} + make_interval(days => ${bounds.warnDays}::int))`

interface WarnedRow extends Record<string, unknown> {
  id: string
  email: string | null
  phone: string | null
  locale: Locale
}

const warnBatch = async (within: Context, bounds: Bounds): Promise<number> => {
  const { rows } = await within.database.execute<WarnedRow>(sql`
    UPDATE users SET dormancy_warned_at = ${toTimestampSql(bounds.now)}
    WHERE id IN (${wakeAccounts(sql`u.dormancy_warned_at IS NULL AND ${lastSeenSql} <= ${warnedBeforeSql(bounds)}`)})
    RETURNING id, email, phone, locale`)
  const last = new Date(bounds.now.getTime() + bounds.warnDays * day)
  for (const item of rows) {
    const spelt = new Intl.DateTimeFormat(languageTag[item.locale], { dateStyle: 'long', timeZone: 'Asia/Seoul' })
    const facts = { day: spelt.format(last), months: bounds.months }
    await notifyAccount(
      within,
      item,
      m.auth_mail_dormancy_subject,
      (names, options) => m.auth_mail_dormancy_text({ ...names, ...facts }, options),
      '/me',
    )
  }
  return rows.length
}

const suspendBatch = async (within: Context, bounds: Bounds): Promise<number> => {
  const since = toTimestampSql(new Date(bounds.now.getTime() - bounds.warnDays * day))
  const { rows } = await within.database.execute<{ id: string }>(sql`
    UPDATE users SET dormant_at = ${toTimestampSql(bounds.now)}
    WHERE id IN (${wakeAccounts(sql`u.dormancy_warned_at <= ${since} AND ${lastSeenSql} <= ${getMonthsAgoSql(bounds)}`)})
    RETURNING id`)
  const ids = sql`ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])`
  await within.database.execute(
    sql`UPDATE sessions SET ended_at = ${toTimestampSql(bounds.now)} WHERE user_id = ${ids} AND ended_at IS NULL`,
  )
  await within.database.execute(sql`DELETE FROM trusted_devices WHERE user_id = ${ids}`)
  return rows.length
}

/** Repeats a step until it handles less than a full batch; each non-empty batch writes an audit line. */
const repeatUntilDone = async (
  context: Context,
  action: 'warn_dormant' | 'rest',
  step: (within: Context) => Promise<number>,
): Promise<void> => {
  for (let count = batchSize; count === batchSize; )
    count = await context.transaction(async (within) => {
      const done = await step(within)
      if (done > 0) await writeAudit(within, { action, entity: 'users', summary: String(done), after: { count: done } })
      return done
    })
}

/**
 * Warns members who will become dormant in `warnDays` days, and makes those dormant who were warned that long ago and
 * did not return. Does nothing if the settings disable it.
 */
export const processDormancy = async (context: Context): Promise<void> => {
  const { enabled, months, warnDays } = (await readSetting(context)).dormancy
  const bounds = { now: context.now(), months, warnDays }
  // Reset the warning of members who returned, or who were warned under an earlier setting.
  await context.database.execute(sql`
    UPDATE users u SET dormancy_warned_at = NULL WHERE u.dormancy_warned_at IS NOT NULL AND u.dormant_at IS NULL
      AND (NOT ${enabled}::boolean OR ${lastSeenSql} > ${warnedBeforeSql(bounds)})`)
  if (!enabled) return
  await repeatUntilDone(context, 'warn_dormant', (within) => warnBatch(within, bounds))
  await repeatUntilDone(context, 'rest', (within) => suspendBatch(within, bounds))
}

/** Records a log-in in its transaction; reactivates a dormant account and writes an audit line. */
export const recordLogin = async (within: Context, userId: string): Promise<void> => {
  const { rows } = await within.database.execute<{ rested: boolean }>(sql`
    WITH before AS (SELECT id, dormant_at FROM users WHERE id = ${userId} FOR NO KEY UPDATE)
    UPDATE users u SET seen_at = ${toTimestampSql(within.now())}, dormancy_warned_at = NULL, dormant_at = NULL
    FROM before WHERE u.id = before.id RETURNING before.dormant_at IS NOT NULL AS rested`)
  if (rows[0]?.rested)
    await writeAudit(within, { action: 'wake', entity: 'users', entityId: userId, summary: '', ofMember: true })
}
