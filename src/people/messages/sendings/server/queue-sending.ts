import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import { AppError } from '#kit/errors.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { scopeFor } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows, toRecord } from '#kit/server/records/records.ts'
import { withdrawChannelConsent } from '#people/consents/server/change-consents.ts'
import { users } from '#people/users/table.ts'
import { consentChannelOf } from '../../server/check-recipient.ts'
import { type SendingRow, sendingRecipients, sendings } from '../../table.ts'
import type { OptOut, Sending, SendingInput } from '../contract.ts'
import { listSourceStates, type RecipientState, recipientStates, type SendingState } from '../rules.ts'
import { previewSending } from './preview-sending.ts'

type Counts = Record<RecipientState, number>

const noCounts = (): Counts => Object.fromEntries(recipientStates.map((state) => [state, 0])) as Counts

/** Returns the number of recipients per state of each bulk message. */
const countsOf = async (context: Context, ids: readonly string[]): Promise<Map<string, Counts>> => {
  const counts = new Map(ids.map((id) => [id, noCounts()]))
  if (ids.length === 0) return counts
  const rows = await context.database
    .select({ id: sendingRecipients.sendingId, state: sendingRecipients.state, count: sql<number>`count(*)::int` })
    .from(sendingRecipients)
    .where(inArray(sendingRecipients.sendingId, [...ids]))
    .groupBy(sendingRecipients.sendingId, sendingRecipients.state)
  for (const { id, state, count } of rows) {
    const of = counts.get(id)
    if (of) of[state] = count
  }
  return counts
}

/** Columns that record which staff member did what. */
export const staffColumns = ['authorId', 'askedBy', 'askedAt', 'approvedBy', 'approvedAt'] as const

/** Presents bulk messages for the console, with the author's name and recipient counts. */
export const presentSendings = async <R extends Pick<SendingRow, 'id' | (typeof staffColumns)[number]>>(
  rows: R[],
  context: Context,
) => {
  const staff = rows.flatMap(({ authorId, askedBy, approvedBy }) =>
    [authorId, askedBy, approvedBy].filter((id) => id !== null),
  )
  const [counts, known] = await Promise.all([
    countsOf(
      context,
      rows.map(({ id }) => id),
    ),
    staff.length === 0
      ? []
      : context.database.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, staff)),
  ])
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const actOf = (id: string | null, at: Date | null) =>
    id && at ? { _id: id, name: names.get(id) ?? '', at: at.toISOString() } : null
  return rows.map(({ authorId, askedBy, askedAt, approvedBy, approvedAt, ...row }) => ({
    ...toRecord(row),
    author: (authorId && names.get(authorId)) || null,
    asked: actOf(askedBy, askedAt),
    approved: actOf(approvedBy, approvedAt),
    counts: counts.get(row.id) ?? noCounts(),
  }))
}

export const presentSending = async (context: Context, row: SendingRow): Promise<Sending> => {
  const [sending] = await presentSendings([row], context)
  if (!sending) throw new AppError('not_found')
  return sending as Sending
}

export const findSending = async (context: Context, id: string): Promise<SendingRow> => {
  const [row] = await context.database.select().from(sendings).where(eq(sendings.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

type StaffActs = Pick<SendingRow, 'askedBy' | 'askedAt' | 'approvedBy' | 'approvedAt' | 'returned'>

/** Moves a bulk message to a state if the transition is allowed; undefined if it is in another state or version. */
export const moveSending = async (
  context: Context,
  id: string,
  state: SendingState,
  { stamp, by, ...values }: { stamp?: Date | null; sendAt?: Date | null; by?: SQL } & Partial<StaffActs> = {},
): Promise<SendingRow | undefined> => {
  const [row] = await changeRows(context, sendings, { state, ...values })
    .where(
      and(
        eq(sendings.id, id),
        inArray(sendings.state, listSourceStates(state)),
        stamp ? eq(sendings.updatedAt, stamp) : undefined,
        by,
      ),
    )
    .returning()
  return row
}

/** Queues a run at a time; a job key keeps one queued run per bulk message. */
export const queueSending = (context: Context, id: string, at: Date): Promise<void> =>
  context.services.jobs.add(context.database, 'runSending', { id }, { runAt: at, key: `sending:${id}` })

/** Converts a draft to the input of the check. */
export const toSendingInput = (row: SendingRow): SendingInput => {
  const { channel, purpose, subject, html, text, alimtalk, audience, sendAt } = row
  return { channel, purpose, subject, html, text, alimtalk, audience, sendAt: sendAt?.toISOString() ?? null }
}

/** Throws if a bulk message cannot be sent or has no recipients. Returns whether a colleague must approve it. */
export const checkSendable = async (context: Context, input: SendingInput): Promise<boolean> => {
  if (input.sendAt && Date.parse(input.sendAt) < context.now().getTime() - 60_000)
    throw new AppError('invalid', { fields: { sendAt: 'sending_past' } })
  const { faults, allowed, needsApproval } = await previewSending(context, input)
  if (faults.includes('empty'))
    throw new AppError('invalid', { fields: { [input.channel === 'mail' ? 'html.ko' : 'text.ko']: 'no_words' } })
  if (faults.includes('no_sender')) throw new AppError('no_sender')
  if (faults.length > 0 || allowed === 0) throw new AppError('invalid', { fields: { audience: 'not_sendable' } })
  return needsApproval
}

/** Returns the names of colleagues who may approve the caller's bulk message. */
export const listApprovers = async (context: Context): Promise<string[]> => {
  const { rows } = await context.database.execute<{ name: string }>(sql`
    SELECT u.name FROM users u JOIN levels l ON l.id = u.level_id
    WHERE u.state = 'active' AND u.id <> ${context.principal.userId}
      AND l.scopes @> ${sql.param(['console', scopeFor('console:messages', 'write')])}::text[]
    ORDER BY u.name LIMIT 20`)
  return rows.map(({ name }) => name)
}

/** Masks an address: `ch***@example.com`, `+8210****5678`. */
const masked = (address: string): string =>
  address.includes('@') ? address.replace(/^(.{1,2})[^@]*/u, '$1***') : `${address.slice(0, 5)}****${address.slice(-4)}`

const ofLink = async (context: Context, token: string) => {
  const { rows } = await context.database.execute<{
    userId: string | null
    address: string | null
    channel: SendingRow['channel']
    given: boolean | null
  }>(sql`
    SELECT r.user_id AS "userId", r.address, s.channel, (
      SELECT c.given FROM consents c WHERE c.user_id = r.user_id
        AND c.subject = CASE s.channel WHEN 'mail' THEN 'channel:EMAIL' ELSE 'channel:SMS' END
      ORDER BY c.at DESC, c.id DESC LIMIT 1) AS given
    FROM sending_recipients r JOIN sendings s ON s.id = r.sending_id WHERE r.opt_out = ${token}`)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

/** Returns the consent that an opt-out link refers to. */
export const readOptOut = async (context: Context, token: string): Promise<OptOut> => {
  const { address, channel, given } = await ofLink(context, token)
  return { channel: consentChannelOf(channel), address: address ? masked(address) : '', given: given ?? false }
}

/** Withdraws the consent that the link's message relied on, in the member's history. Idempotent. */
export const optOut = (context: Context, token: string): Promise<OptOut> =>
  context.transaction(async (within) => {
    const { userId, channel } = await ofLink(within, token)
    if (userId) await withdrawChannelConsent(within, userId, consentChannelOf(channel))
    return readOptOut(within, token)
  })

/** Days for which recipient addresses are stored. The opt-out link works longer. */
const addressDays = 365

/** Deletes expired addresses. */
export const deleteExpiredRecipients = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { rowCount } = await within.database.execute(sql`
      UPDATE sending_recipients SET address = NULL, error = NULL
      WHERE (address IS NOT NULL OR error IS NOT NULL) AND state NOT IN ('queued', 'claimed')
        AND created_at < ${within.now().toISOString()}::timestamptz - make_interval(days => ${addressDays})`)
    await recordRemoval(within, 'sendings', { addresses: rowCount ?? 0 })
  })

/** Personal data of this module: messages sent to the account. */
export const personal: PersonalData = {
  async forget(context, { userId, username, email, phone }) {
    const dialled = phone?.replace(/^\+82/, '0') ?? null
    const names = [username, email, phone, dialled].filter((name) => name !== null)
    const typed = (item: SQL) => sql`regexp_replace(lower(${item}), '[[:space:]()-]', '', 'g')`
    await context.database.execute(sql`
      UPDATE sending_recipients SET address = NULL, error = NULL,
        state = CASE state WHEN 'queued' THEN 'skipped' ELSE state END,
        reason = CASE state WHEN 'queued' THEN 'withdrawn' ELSE reason END
      WHERE user_id = ${userId} OR address = ANY (${sql.param(names)}::text[])
        OR (error IS NOT NULL AND (lower(error) = ANY (${sql.param(names)}::text[]) OR ${typed(sql`error`)} = ANY (${sql.param(names)}::text[])))`)
    // A recipient list identifies people by contact or username.
    await context.database.execute(sql`
      UPDATE sendings SET audience = jsonb_set(audience, '{list}', (
        SELECT coalesce(jsonb_agg(item), '[]') FROM jsonb_array_elements_text(audience -> 'list') AS item
        WHERE lower(item) <> ALL (${sql.param(names)}::text[]) AND ${typed(sql`item`)} <> ALL (${sql.param(names)}::text[])))
      WHERE EXISTS (SELECT FROM jsonb_array_elements_text(audience -> 'list') AS item
        WHERE lower(item) = ANY (${sql.param(names)}::text[]) OR ${typed(sql`item`)} = ANY (${sql.param(names)}::text[]))`)
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({
        channel: sendings.channel,
        purpose: sendings.purpose,
        address: sendingRecipients.address,
        state: sendingRecipients.state,
        sentAt: sendingRecipients.sentAt,
      })
      .from(sendingRecipients)
      .innerJoin(sendings, eq(sendings.id, sendingRecipients.sendingId))
      .where(eq(sendingRecipients.userId, userId))
    return { messages: rows }
  },
}
