import { type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { locales } from '#kit/locale.ts'
import { audiencesOf } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import { likePattern, windowQuery } from '#kit/server/records/search-conditions.ts'
import { normalizeContact } from '#people/certify/server/normalize-contact.ts'
import { latestDecisionsSql } from '#people/consents/server/find-missing-consents.ts'
import {
  addressColumn,
  agreedToNightSql,
  exclusionReasonSql,
  getConsentChannel,
  latestConsentSql,
  requiredConsents,
} from '../../server/check-recipient.ts'
import type { Audience, SendGate, SendingInput } from '../contract.ts'
import {
  consentYears,
  type ExclusionReason,
  exclusionReasons,
  type Field,
  getNextDaytime,
  isNight,
  listPlaceholders,
  maxWithoutApproval,
  type Purpose,
  type SendingChannel,
  type SendingError,
} from '../rules.ts'
import { composeMessage, type Recipient, readSenderDetails } from './compose-message.ts'

const isInListSql = (column: SQL, values: readonly string[]): SQL =>
  values.length === 0 ? sql`` : sql`AND ${column} = ANY (${sql.param([...values])}::text[])`

/** SQL: accounts that match a filter, without withdrawn ones. The word index narrows them first. */
const selectByFilterSql = (channel: SendingChannel, { levels, kinds, consent, q }: Audience): SQL => {
  const words =
    q === ''
      ? sql``
      : sql`AND u.id IN (SELECT user_id FROM member_words
          WHERE windows @@ ${windowQuery(q.toLowerCase())}::tsquery AND words LIKE ${likePattern(q.toLowerCase())})
        AND (u.name ILIKE ${likePattern(q)} OR u.username ILIKE ${likePattern(q)} OR u.email ILIKE ${likePattern(q)})`
  const agreed =
    consent === null
      ? sql``
      : sql`AND u.id IN (SELECT user_id FROM ${latestDecisionsSql(`channel:${consent}`)} s WHERE s.given)`
  return sql`
    SELECT u.id AS user_id, ${addressColumn(channel)} AS address, '' AS item, 0 AS place
    FROM users u JOIN levels l ON l.id = u.level_id
    WHERE u.state <> 'withdrawn' ${isInListSql(sql`l.key`, levels)} ${isInListSql(sql`u.kind`, kinds)} ${words} ${agreed}`
}

/** SQL: accounts and addresses of a list, in its order. */
const selectByListSql = (channel: SendingChannel, { list }: Audience): SQL => {
  const items = list.map((item, index) => {
    const email = normalizeContact('EMAIL', item)
    const phone = normalizeContact('SMS', item)
    return { item, place: index, name: item.toLowerCase(), email, phone, own: channel === 'mail' ? email : phone }
  })
  return sql`
    SELECT u.id AS user_id, CASE WHEN u.id IS NULL THEN i.own ELSE ${addressColumn(channel)} END AS address, i.item, i.place
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS i (item text, place int, name text, email text, phone text, own text)
    LEFT JOIN LATERAL (
      SELECT id, email, phone FROM users WHERE lower(email) = i.email
      UNION ALL SELECT id, email, phone FROM users WHERE phone = i.phone
      UNION ALL SELECT id, email, phone FROM users WHERE username = i.name LIMIT 1
    ) u ON true`
}

/** SQL: current recipients of a module's group. */
const selectByGroupSql = (context: Context, channel: SendingChannel, { group }: Audience): SQL => {
  const source = group && audiencesOf(context.services.modules).get(group.kind)
  if (!source) throw new AppError('invalid', { fields: { 'audience.group': 'choose' } })
  return sql`
    SELECT u.id AS user_id, ${addressColumn(channel)} AS address, '' AS item, 0 AS place
    FROM users u WHERE u.state <> 'withdrawn' AND u.id IN (${source.accounts(group.filter)})`
}

/**
 * Throws `invalid` if the group is unknown, its filter is invalid, its site is switched off, or the caller may not read
 * the data behind it, because the count alone would reveal it.
 */
export const checkAudience = async (context: Context, { by, group }: Audience): Promise<void> => {
  if (by !== 'group') return
  const groupError = new AppError('invalid', { fields: { 'audience.group': 'choose' } })
  const source = group && audiencesOf(context.services.modules).get(group.kind)
  if (!source || !isSiteEnabled(await readSiteSwitches(context), source.site)) throw groupError
  if (!context.principal.scopes.includes(source.scope)) throw new AppError('forbidden')
  try {
    source.accounts(group.filter)
  } catch {
    throw groupError
  }
}

export interface Spec {
  channel: SendingChannel
  purpose: Purpose
  audience: Audience
}

/**
 * SQL: all recipients, each with the reason for an exclusion: `user_id`, `address`, `item` (as listed), `reason`. The
 * second entry with the same address or account is a duplicate.
 */
export const selectRecipientsSql = (context: Context, { channel, purpose, audience }: Spec): SQL => {
  const now = context.now()
  const selections = {
    filter: () => selectByFilterSql(channel, audience),
    list: () => selectByListSql(channel, audience),
    group: () => selectByGroupSql(context, channel, audience),
  }
  const named = selections[audience.by]()
  const isList = audience.by === 'list'
  const requiredFieldSql = isList ? [] : requiredConsents({ channel, purpose })
  const getTableName = (subject: string) => sql.identifier(`said_${requiredFieldSql.indexOf(subject)}`)
  const refusal = exclusionReasonSql(
    { channel, purpose },
    sql`n.address`,
    now,
    isList ? latestConsentSql : (item) => sql`${getTableName(item)}.given`,
  )
  const joined = requiredFieldSql.map(
    (subject) =>
      sql`LEFT JOIN ${latestDecisionsSql(subject)} AS ${getTableName(subject)} ON ${getTableName(subject)}.user_id = n.user_id`,
  )
  // Addresses are unique per account and a filter finds each account once; lists and groups can name one twice.
  const nth =
    audience.by === 'filter'
      ? sql`1`
      : sql`row_number() OVER (PARTITION BY lower(n.address) ORDER BY n.place, n.user_id)`
  // `OFFSET 0` is an optimization fence, so that the reason is computed only once.
  return sql`(
    SELECT user_id, address, item, locale,
      CASE WHEN reason IS NOT NULL THEN reason WHEN nth > 1 THEN 'duplicate' END AS reason
    FROM (
      SELECT n.user_id, n.address, n.item, coalesce(u.locale, 'ko') AS locale,
        CASE WHEN n.user_id IS NULL AND n.address IS NULL THEN 'unknown' ELSE ${refusal} END AS reason,
        ${nth} AS nth
      FROM (${named}) n LEFT JOIN users u ON u.id = n.user_id ${sql.join(joined, sql` `)} OFFSET 0
    ) one)`
}

/** Returns the reasons that a bulk message cannot be sent to any recipient. */
export const findSendingErrors = (context: Context, sending: SendingInput, hasSender: boolean): SendingError[] => {
  const { channel, purpose, html, text, subject, alimtalk } = sending
  const { sms, mail, settings } = context.services
  const isEmpty = channel === 'mail' ? !html.ko || !subject.ko : !text.ko
  const errors: Partial<Record<SendingError, boolean>> = {
    empty: isEmpty,
    no_sender: channel === 'mail' && (!mail || !hasSender),
    no_provider: channel !== 'mail' && !sms,
    no_kakao: channel === 'alimtalk' && sms !== undefined && sms.hasAlimtalk !== true,
    no_template: channel === 'alimtalk' && !alimtalk,
    no_public_url: purpose === 'advertising' && !settings.publicUrl,
    alimtalk_advertising: channel === 'alimtalk' && purpose === 'advertising',
  }
  return (Object.keys(errors) as SendingError[]).filter((fault) => errors[fault])
}

/** Builds the first recipient by name from the row of the statement. */
const toRecipient = ([, name = '', address = '', locale = 'ko', username = '', company = '']: string[]): Recipient => ({
  address,
  locale: locale as Locale,
  name,
  username,
  company,
})

const requiredValues: Partial<Record<Field, SQL>> = {
  name: sql`u.name`,
  username: sql`u.username`,
  company: sql`co.name`,
}

/** Previews a send: allowed and excluded recipients with reasons, and the message to the first of them. */
export const previewSending = async (context: Context, sending: SendingInput): Promise<SendGate> => {
  const { channel, purpose, subject, html, text } = sending
  const sender = await readSenderDetails(context)
  const at = sending.sendAt ? new Date(Math.max(Date.parse(sending.sendAt), context.now().getTime())) : context.now()
  const atNight = purpose === 'advertising' && isNight(at)
  const used = listPlaceholders(...Object.values(subject), ...Object.values(channel === 'mail' ? html : text))
  const fields = used.filter((field) => requiredValues[field])
  const old = new Date(at)
  old.setUTCFullYear(old.getUTCFullYear() - consentYears)
  const missing = fields.map(
    (field) =>
      sql`count(*) FILTER (WHERE j.reason IS NULL AND coalesce(${requiredValues[field]}, '') = '')::int AS ${sql.identifier(field)}`,
  )
  const inEach = sql.join(
    locales.map(
      (locale) =>
        sql`count(*) FILTER (WHERE j.reason IS NULL AND j.locale = ${locale})::int AS ${sql.identifier(`in_${locale}`)}`,
    ),
    sql`, `,
  )
  const { rows } = await context.database.execute<
    {
      reason: ExclusionReason | null
      count: number
      names: string[] | null
      first: string[] | null
      delayed: number
      old: number
    } & Record<`in_${Locale}`, number> &
      Partial<Record<Field, number>>
  >(sql`
    SELECT j.reason, count(*)::int AS count,
      (array_agg(coalesce(nullif(u.name, ''), nullif(j.item, ''), j.address, '')) FILTER (WHERE j.reason IS NOT NULL))[1:20] AS names,
      min(ARRAY[CASE WHEN u.name IS NULL THEN '1' ELSE '0' END, coalesce(u.name, ''), j.address, j.locale,
        coalesce(u.username, ''), coalesce(co.name, '')]) FILTER (WHERE j.reason IS NULL) AS first,
      ${inEach},
      count(*) FILTER (WHERE ${atNight}::boolean AND j.reason IS NULL AND NOT ${agreedToNightSql()})::int AS delayed,
      count(*) FILTER (WHERE j.reason IS NULL AND agreed.at < ${old.toISOString()}::timestamptz)::int AS old
      ${missing.length > 0 ? sql`, ${sql.join(missing, sql`, `)}` : sql``}
    FROM ${selectRecipientsSql(context, sending)} j LEFT JOIN users u ON u.id = j.user_id LEFT JOIN companies co ON co.user_id = j.user_id
      LEFT JOIN (SELECT user_id, max(at) AS at FROM consents
        WHERE ${purpose === 'advertising'}::boolean AND subject = ${`channel:${getConsentChannel(channel)}`} AND given GROUP BY user_id
      ) AS agreed ON agreed.user_id = j.user_id
    GROUP BY j.reason`)
  const sampleRow = rows.find(({ reason }) => reason === null)
  const first = sampleRow?.first ? toRecipient(sampleRow.first) : undefined
  const message = first && composeMessage(sender, sending, first, '')
  const hasText = (locale: Locale) => Boolean(channel === 'mail' ? html[locale] && subject[locale] : text[locale])
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    allowed: sampleRow?.count ?? 0,
    needsApproval: (sampleRow?.count ?? 0) > maxWithoutApproval,
    languages: locales.flatMap((locale) => {
      const count = sampleRow?.[`in_${locale}`] ?? 0
      return count > 0 ? [{ locale, count }] : []
    }),
    left: exclusionReasons.flatMap((reason) => {
      const row = rows.find((item) => item.reason === reason)
      return row ? [{ reason, count: row.count, names: row.names ?? [] }] : []
    }),
    delayed: sampleRow?.delayed ?? 0,
    delayedUntil: atNight ? getNextDaytime(at).toISOString() : null,
    oldConsents: sampleRow?.old ?? 0,
    missing: fields.flatMap((field) => {
      const count = sampleRow?.[field] ?? 0
      return count > 0 ? [{ field, count }] : []
    }),
    faults: findSendingErrors(context, sending, sender.address !== null),
    sample: message ? { to: first.address, subject: message.subject, html: message.html, text: message.text } : null,
    samples: first
      ? locales.filter(hasText).map((locale) => {
          const { subject, html, text } = composeMessage(sender, sending, { ...first, locale }, '')
          return { locale, subject, html, text }
        })
      : [],
  }
}

/** SQL columns with the placeholder values. */
export const recipientColumns = sql`coalesce(u.name, '') AS name, coalesce(u.username, '') AS username, coalesce(co.name, '') AS company`
