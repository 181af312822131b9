import { type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { languageTag } from '#kit/i18n.ts'
import type { Locale } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { readSetting } from '#platform/settings/service.ts'
import { tell } from './service-told.ts'

/** Members that one transaction warns or puts to rest. */
const atOnce = 500

const day = 86_400_000

const moment = (date: Date): SQL => sql`${date.toISOString()}::timestamptz(3)`

/** When an account was used last; one that never was counts from its joining. */
const lastSeen = sql`greatest(u.created_at, u.seen_at, (SELECT max(s.used_at) FROM sessions s WHERE s.user_id = u.id))`

/**
 * Whom a condition finds among members who are awake; staff are never put to rest. Who is logging in at this moment has
 * taken the row and is passed over; who did so since the statement began has changed it, and is judged again.
 */
const awake = (condition: SQL): SQL => sql`
  SELECT u.id FROM users u WHERE u.state = 'active' AND u.dormant_at IS NULL AND ${condition}
    AND u.level_id IN (SELECT id FROM levels WHERE NOT scopes @> '{console}')
  ORDER BY u.id LIMIT ${atOnce} FOR UPDATE OF u SKIP LOCKED`

interface Bounds {
  now: Date
  months: number
  warnDays: number
}

const monthsAgo = ({ now, months }: Bounds): SQL => sql`(${moment(now)} - make_interval(months => ${months}::int))`

/** Who was last seen before this moment is warned. */
const warnedBefore = (bounds: Bounds): SQL =>
  sql`(${monthsAgo(bounds)} + make_interval(days => ${bounds.warnDays}::int))`

interface Warned extends Record<string, unknown> {
  id: string
  email: string | null
  phone: string | null
  locale: Locale
}

const warnSome = async (within: Context, bounds: Bounds): Promise<number> => {
  const { rows } = await within.database.execute<Warned>(sql`
    UPDATE users SET dormancy_warned_at = ${moment(bounds.now)}
    WHERE id IN (${awake(sql`u.dormancy_warned_at IS NULL AND ${lastSeen} <= ${warnedBefore(bounds)}`)})
    RETURNING id, email, phone, locale`)
  const last = new Date(bounds.now.getTime() + bounds.warnDays * day)
  for (const one of rows) {
    const spelt = new Intl.DateTimeFormat(languageTag[one.locale], { dateStyle: 'long', timeZone: 'Asia/Seoul' })
    const facts = { day: spelt.format(last), months: bounds.months }
    await tell(
      within,
      one,
      m.auth_mail_dormancy_subject,
      (given, options) => m.auth_mail_dormancy_text({ ...given, ...facts }, options),
      '/me',
    )
  }
  return rows.length
}

const restSome = async (within: Context, bounds: Bounds): Promise<number> => {
  const since = moment(new Date(bounds.now.getTime() - bounds.warnDays * day))
  const { rows } = await within.database.execute<{ id: string }>(sql`
    UPDATE users SET dormant_at = ${moment(bounds.now)}
    WHERE id IN (${awake(sql`u.dormancy_warned_at <= ${since} AND ${lastSeen} <= ${monthsAgo(bounds)}`)})
    RETURNING id`)
  const ids = sql`ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])`
  await within.database.execute(
    sql`UPDATE sessions SET ended_at = ${moment(bounds.now)} WHERE user_id = ${ids} AND ended_at IS NULL`,
  )
  await within.database.execute(sql`DELETE FROM trusted_devices WHERE user_id = ${ids}`)
  return rows.length
}

/** Repeats a step until it finds less than it may take at once; each that did something is a line of the log. */
const repeat = async (
  context: Context,
  action: 'warn_dormant' | 'rest',
  step: (within: Context) => Promise<number>,
): Promise<void> => {
  for (let count = atOnce; count === atOnce; )
    count = await context.transaction(async (within) => {
      const done = await step(within)
      if (done > 0) await writeAudit(within, { action, entity: 'users', summary: String(done), after: { count: done } })
      return done
    })
}

/**
 * Warns members who were not seen for the months of the settings less the days of warning, and puts to rest who was
 * warned that many days ago and stayed away. Nothing where the settings do not ask for it.
 */
export const restMembers = async (context: Context): Promise<void> => {
  const { enabled, months, warnDays } = (await readSetting(context)).dormancy
  const bounds = { now: context.now(), months, warnDays }
  // Who came back, or was warned by a setting that no longer holds, will be warned afresh.
  await context.database.execute(sql`
    UPDATE users u SET dormancy_warned_at = NULL WHERE u.dormancy_warned_at IS NOT NULL AND u.dormant_at IS NULL
      AND (NOT ${enabled}::boolean OR ${lastSeen} > ${warnedBefore(bounds)})`)
  if (!enabled) return
  await repeat(context, 'warn_dormant', (within) => warnSome(within, bounds))
  await repeat(context, 'rest', (within) => restSome(within, bounds))
}

/** Writes down that an account logs in, in the transaction of it; one at rest wakes, with a line of the log. */
export const noteSeen = async (within: Context, userId: string): Promise<void> => {
  const { rows } = await within.database.execute<{ rested: boolean }>(sql`
    WITH before AS (SELECT id, dormant_at FROM users WHERE id = ${userId} FOR NO KEY UPDATE)
    UPDATE users u SET seen_at = ${moment(within.now())}, dormancy_warned_at = NULL, dormant_at = NULL
    FROM before WHERE u.id = before.id RETURNING before.dormant_at IS NOT NULL AS rested`)
  if (rows[0]?.rested)
    await writeAudit(within, { action: 'wake', entity: 'users', entityId: userId, summary: '', ofMember: true })
}
