import { eq, sql } from 'drizzle-orm'
import { SmsRefused } from '#kit/ports/sms.ts'
import type { Context } from '#kit/server/context.ts'
import { agreedToNightSql, exclusionReasonSql } from '../../server/check-recipient.ts'
import { classifyRefusal, isBounce } from '../../server/classify-refusal.ts'
import { findSender } from '../../server/queue-messages.ts'
import { type SendingRow, sendings } from '../../table.ts'
import {
  getNextDaytime,
  getRetryDelay,
  handoverTimeout,
  isNight,
  maxDeliveryAttempts,
  maxWithoutApproval,
} from '../rules.ts'
import {
  type ComposedMessage,
  composeMessage,
  type Recipient,
  readSenderDetails,
  type SenderDetails,
} from './compose-message.ts'
import { recipientColumns, selectRecipientsSql } from './preview-sending.ts'
import { moveSending, queueSending } from './queue-sending.ts'

/** Messages per run; then other jobs get a turn. */
const batchSize = 50

const toTimestampSql = (date: Date) => sql`${date.toISOString()}::timestamptz(3)`

const findSending = async (context: Context, id: string): Promise<SendingRow | undefined> => {
  const [row] = await context.database.select().from(sendings).where(eq(sendings.id, id))
  return row
}

/**
 * Writes the recipients of a bulk message, each once, with the reason if excluded. One statement counts and writes:
 * above the limit for sending alone no recipient is written and the bulk message waits for approval.
 */
const insertRecipients = (context: Context, id: string): Promise<void> =>
  context.transaction(async (within) => {
    const row = await moveSending(within, id, 'sending')
    if (!row) return
    const now = toTimestampSql(within.now())
    const { rows } = await within.database.execute<{ fits: boolean }>(sql`
      WITH j AS MATERIALIZED (SELECT * FROM ${selectRecipientsSql(within, row)} j),
      told AS (
        SELECT ${row.approvedBy !== null}::boolean OR count(*) FILTER (WHERE reason IS NULL) <= ${maxWithoutApproval} AS fits FROM j
      ),
      put AS (
        INSERT INTO sending_recipients (sending_id, user_id, address, locale, state, reason, error, created_at, updated_at)
        SELECT ${id}, CASE WHEN reason = 'duplicate' THEN NULL ELSE user_id END, CASE WHEN reason IS NULL THEN address END,
          locale, CASE WHEN reason IS NULL THEN 'queued' ELSE 'skipped' END, reason,
          CASE WHEN reason IN ('unknown', 'duplicate') THEN nullif(item, '') END, ${now}, ${now}
        FROM j, told WHERE told.fits
        ON CONFLICT DO NOTHING
      )
      SELECT fits FROM told`)
    if (rows[0]?.fits) return
    // The audience has grown beyond the limit since the bulk message was sent.
    const by = row.askedBy ?? row.authorId
    if (by) await moveSending(within, id, 'asked', { askedBy: by, askedAt: row.askedAt ?? within.now() })
    else await moveSending(within, id, 'cancelled')
  })

export interface ClaimedRecipient extends Recipient {
  id: string
  attempts: number
  optOut: string
}

/**
 * Claims one recipient for this process, or excludes them. One statement repeats the whole check: still allowed, not at
 * night, and not claimed by another process. Locks the account first, so that a concurrent withdrawal of consent is
 * waited for. Null: do not send now.
 */
export const claimRecipient = (context: Context, sending: SendingRow, id: string): Promise<ClaimedRecipient | null> =>
  context.transaction(async (within) => {
    await within.database.execute(
      sql`SELECT FROM users WHERE id = (SELECT user_id FROM sending_recipients WHERE id = ${id}) FOR SHARE`,
    )
    const now = within.now()
    const mayNotNow = sending.purpose === 'advertising' && isNight(now)
    const { rows } = await within.database.execute<
      { [K in keyof ClaimedRecipient]: ClaimedRecipient[K] } & { state: string }
    >(sql`
      WITH judged AS (
        SELECT r.id, ${exclusionReasonSql(sending, sql`r.address`, now)} AS reason,
          ${mayNotNow}::boolean AND NOT ${agreedToNightSql()} AS too_late
        FROM sending_recipients r LEFT JOIN users u ON u.id = r.user_id WHERE r.id = ${id}
      )
      UPDATE sending_recipients r SET
        state = CASE WHEN j.reason IS NOT NULL THEN 'skipped' WHEN j.too_late THEN 'queued' ELSE 'claimed' END,
        reason = j.reason,
        not_before = CASE WHEN j.reason IS NULL AND j.too_late THEN ${toTimestampSql(getNextDaytime(now))} END,
        attempts = r.attempts + CASE WHEN j.reason IS NULL AND NOT j.too_late THEN 1 ELSE 0 END,
        claimed_at = CASE WHEN j.reason IS NULL AND NOT j.too_late THEN ${toTimestampSql(now)} END,
        updated_at = ${toTimestampSql(now)}
      FROM judged j, sendings s, sending_recipients o
        LEFT JOIN users u ON u.id = o.user_id LEFT JOIN companies co ON co.user_id = o.user_id
      WHERE r.id = j.id AND o.id = r.id AND s.id = r.sending_id AND s.state = 'sending'
        AND r.state = 'queued' AND (r.not_before IS NULL OR r.not_before <= ${toTimestampSql(now)})
      RETURNING r.id, r.state, r.address, r.locale, r.attempts, r.opt_out AS "optOut", ${recipientColumns}`)
    const row = rows[0]
    return row?.state === 'claimed' ? row : null
  })

interface Result {
  state: 'sent' | 'failed' | 'unsure' | 'queued'
  error?: string
  notBefore?: Date
  /** The recipient's server refused it because the mailbox does not exist. */
  bounced?: boolean
}

const recordResult = (context: Context, id: string, { state, error, notBefore, bounced = false }: Result) =>
  context.database.execute(sql`
    UPDATE sending_recipients SET state = ${state}, bounced = ${bounced}, error = ${error?.slice(0, 500) ?? null},
      not_before = ${notBefore ? toTimestampSql(notBefore) : null}, sent_at = ${state === 'sent' ? toTimestampSql(context.now()) : null},
      updated_at = ${toTimestampSql(context.now())}
    WHERE id = ${id} AND state = 'claimed'`)

/** Hands the message to the mail server or provider; throws its refusal. */
const handOverMessage = async (
  context: Context,
  sending: SendingRow,
  message: ComposedMessage,
  item: ClaimedRecipient,
): Promise<void> => {
  const { mail, sms } = context.services
  if (sending.channel === 'mail') {
    const from = await findSender(context)
    if (!mail || !from) throw new SmsRefused('no_sender', 'no mail server is set', 'again')
    const { subject, html, text } = message
    const isAdvertising = sending.purpose === 'advertising'
    await mail.send({
      id: item.id,
      from,
      to: item.address,
      subject,
      html,
      text,
      ...(isAdvertising && { unsubscribe: message.optOut }),
    })
    return
  }
  if (!sms) throw new SmsRefused('no_provider', 'no provider is set', 'again')
  const { text, subject, variables } = message
  const alimtalk =
    sending.channel === 'alimtalk' && sending.alimtalk ? { templateId: sending.alimtalk, variables } : null
  const named = Object.fromEntries(Object.entries(variables).map(([name, value]) => [`#{${name}}`, value]))
  await sms.send({
    id: item.id,
    to: item.address,
    text,
    ...(subject && { subject }),
    ...(alimtalk && { alimtalk: { ...alimtalk, variables: named } }),
  })
}

/** Sends to one recipient at most once: the claim is committed before, the result written after. */
const deliverToRecipient = async (
  context: Context,
  sending: SendingRow,
  sender: SenderDetails,
  id: string,
): Promise<void> => {
  const claimed = await claimRecipient(context, sending, id)
  if (!claimed) return
  // An error before the handover ends the run; the recipient becomes `unsure` later.
  const message = composeMessage(sender, sending, claimed, claimed.optOut)
  try {
    await handOverMessage(context, sending, message, claimed)
    await recordResult(context, id, { state: 'sent' })
  } catch (error) {
    const fate = classifyRefusal(error)
    const { message } = error as Error
    if (fate === 'again' && claimed.attempts < maxDeliveryAttempts) {
      const notBefore = new Date(context.now().getTime() + getRetryDelay(claimed.attempts))
      await recordResult(context, id, { state: 'queued', error: message, notBefore })
    } else if (fate === 'unsure') await recordResult(context, id, { state: 'unsure', error: message })
    else await recordResult(context, id, { state: 'failed', error: message, bounced: isBounce(error) })
  }
}

/**
 * Marks recipients of a dead process as `unsure`. The message may have been sent, so it is not repeated automatically.
 */
const releaseLost = (context: Context, id: string) =>
  context.database.execute(sql`
    UPDATE sending_recipients SET state = 'unsure', updated_at = ${toTimestampSql(context.now())}
    WHERE sending_id = ${id} AND state = 'claimed'
      AND claimed_at < ${toTimestampSql(new Date(context.now().getTime() - handoverTimeout))}`)

/**
 * Returns the recipients to send to now, and the time of the next one; null if there is none. Each process uses a
 * different order.
 */
const readOpenRecipients = async (context: Context, id: string): Promise<{ ready: string[]; next: Date | null }> => {
  const now = toTimestampSql(context.now())
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT id FROM sending_recipients WHERE sending_id = ${id} AND state = 'queued'
        AND (not_before IS NULL OR not_before <= ${now}) ORDER BY id LIMIT ${batchSize * 4}
    ) one ORDER BY random() LIMIT ${batchSize}`)
  if (rows.length > 0) return { ready: rows.map((row) => row.id), next: context.now() }
  const { rows: waiting } = await context.database.execute<{ next: Date | null }>(sql`
    SELECT min(CASE state WHEN 'queued' THEN coalesce(not_before, ${now})
      ELSE claimed_at + make_interval(secs => ${handoverTimeout / 1000}) END) AS next
    FROM sending_recipients WHERE sending_id = ${id} AND state IN ('queued', 'claimed')`)
  const next = waiting[0]?.next
  return { ready: [], next: next ? new Date(next) : null }
}

/** Starts a bulk message that is due, or continues it; requeues itself until no recipient is left. */
export const runSending = async (context: Context, id: string): Promise<void> => {
  const found = await findSending(context, id)
  if (!found?.sendAt || (found.state === 'scheduled' && found.sendAt > context.now())) {
    if (found?.state === 'scheduled' && found.sendAt) await queueSending(context, id, found.sendAt)
    return
  }
  if (found.state === 'scheduled') await insertRecipients(context, id)
  const sending = await findSending(context, id)
  if (sending?.state !== 'sending') return
  await releaseLost(context, id)
  const sender = await readSenderDetails(context)
  for (const recipient of (await readOpenRecipients(context, id)).ready)
    await deliverToRecipient(context, sending, sender, recipient)
  const { next } = await readOpenRecipients(context, id)
  if (next) await queueSending(context, id, next)
  else
    await context.database.execute(sql`
      UPDATE sendings SET state = 'done', updated_at = greatest(${toTimestampSql(context.now())}, updated_at + interval '1 millisecond')
      WHERE id = ${id} AND state = 'sending'
        AND NOT EXISTS (SELECT FROM sending_recipients WHERE sending_id = ${id} AND state IN ('queued', 'claimed'))`)
}

/**
 * Resumes bulk messages of dead processes and starts those that are due, because a job can be lost with its process.
 */
export const resumeSendings = async (context: Context): Promise<void> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    SELECT id FROM sendings WHERE state IN ('scheduled', 'sending') AND send_at <= ${toTimestampSql(context.now())} ORDER BY send_at`)
  for (const { id } of rows) await runSending(context, id)
}
