import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { recordRemoval } from '#kit/audit/note-removal.ts'
import type { Locale } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import { type StoredAttachment, toHeaderLine } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanHtml, plainText } from '#kit/text/html.ts'
import { readSetting } from '#platform/settings/service.ts'
import { type OutboxRow, outbox, sendings } from '../table.ts'
import { addressColumn, agreedToChannelSql, exclusionReasonSql } from './check-recipient.ts'

/** The account whose withdrawal deletes the message: its recipient, or the account it was written about. */
interface About {
  /** Null if no account is known: for visitors, and for messages to staff that no account caused. */
  about: string | null
}

export interface NewMail extends About {
  to: string
  subject: string
  html: string
  /** Earliest delivery; until then the mail can be withdrawn (`withdrawMail`). */
  notBefore?: Date
  attachments?: StoredAttachment[]
  /** Set if the text contains a code or link that opens an account: the text is deleted at this time, or once sent. */
  forgetAt?: Date
}

/** Returns the sender of mails; null if the settings name none or there is no mail server. */
export const findSender = async (context: Context): Promise<{ name: string; address: string } | null> => {
  const { senderName, senderAddress } = (await readSetting(context)).mail
  return context.services.mail && senderAddress ? { name: senderName, address: senderAddress } : null
}

export interface NewSms extends About {
  /** E.164. */
  to: string
  text: string
  forgetAt?: Date
}

/**
 * Writes a mail to the outbox and queues its delivery in the caller's transaction, so that it is sent exactly if the
 * transaction commits. The subject is reduced to one line, because it contains user-supplied names (header injection).
 * Throws `invalid` for a line break in an address.
 */
export const queueMail = async (context: Context, mail: NewMail): Promise<OutboxRow> => {
  // A line break would start another header.
  if (/\p{Cc}/u.test(mail.to)) throw new AppError('invalid', { fields: { to: 'line_break' } })
  const html = cleanHtml(mail.html)
  return queue(context, {
    channel: 'mail',
    recipient: mail.to,
    aboutUserId: mail.about,
    subject: toHeaderLine(mail.subject),
    html,
    text: plainText(html),
    notBefore: mail.notBefore ?? null,
    attachments: mail.attachments ?? [],
    forgetAt: mail.forgetAt ?? null,
  })
}

/** Same for a text message. */
export const queueSms = (context: Context, { to, about, text, forgetAt }: NewSms): Promise<OutboxRow> =>
  queue(context, {
    channel: 'sms',
    recipient: to,
    aboutUserId: about,
    subject: '',
    html: '',
    text,
    notBefore: null,
    attachments: [],
    forgetAt: forgetAt ?? null,
  })

type Content = Omit<OutboxRow, 'id' | 'state' | 'attempts' | 'error' | 'createdAt' | 'updatedAt' | 'sentAt'>

const queue = async (context: Context, content: Content): Promise<OutboxRow> => {
  const now = context.now()
  const row: OutboxRow = {
    ...content,
    id: context.newId(),
    state: 'waiting',
    attempts: 0,
    error: null,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
  }
  await context.transaction(async (within) => {
    await within.database.insert(outbox).values(row)
    await queueDelivery(within, row)
  })
  return row
}

/** Queues the delivery of a mail at its earliest time. */
export const queueDelivery = (
  context: Context,
  { id, notBefore }: Pick<OutboxRow, 'id' | 'notBefore'>,
): Promise<void> =>
  context.services.jobs.add(context.database, 'deliverMail', { id }, notBefore ? { runAt: notBefore } : {})

/**
 * Withdraws a mail that was not handed over yet; false if it is too late. A mail with an attempt cannot be withdrawn,
 * because the server may have accepted it although the response was lost. Does not wait for a delivery: a row locked by
 * one counts as sent.
 */
export const withdrawMail = async (context: Context, id: string): Promise<boolean> => {
  const waiting = context.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting'), eq(outbox.attempts, 0)))
    .for('update', { skipLocked: true })
  const rows = await context.database
    .update(outbox)
    .set({ state: 'withdrawn', html: '', text: '', attachments: [], updatedAt: context.now() })
    .where(inArray(outbox.id, waiting))
    .returning({ id: outbox.id })
  return rows.length > 0
}

/**
 * Withdraws messages that were not sent, including those refused temporarily, because their content is outdated. Does
 * not wait for a delivery.
 */
export const withdrawMessages = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const waiting = context.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.id, [...ids]), inArray(outbox.state, ['waiting', 'held'])))
    .for('update', { skipLocked: true })
  await context.database
    .update(outbox)
    .set({ state: 'withdrawn', html: '', text: '', attachments: [], forgetAt: null, updatedAt: context.now() })
    .where(inArray(outbox.id, waiting))
}

/** Deletes mails in any state, together with the records they are about. */
export const deleteMails = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await context.database.delete(outbox).where(inArray(outbox.id, [...ids]))
}

/**
 * Deletes everything that was written to a withdrawn account, at any of its contacts, or about it. `contacts` are the
 * current ones, because a code may have been sent there before the first log-in.
 */
export const deleteMailsAbout = async (
  context: Context,
  { userId, contacts }: { userId: string; contacts: readonly string[] },
): Promise<void> => {
  const given = contacts.map((contact) => contact.toLowerCase())
  await context.database
    .delete(outbox)
    .where(
      or(
        eq(outbox.aboutUserId, userId),
        given.length > 0 ? inArray(sql`lower(${outbox.recipient})`, given) : undefined,
      ),
    )
}

/** Retention in days: 30 for the text of a mail, 365 for its row, in any state. */
const textDays = 30
const lineDays = 365

/** Deletes expired texts and rows; waiting mails stay. A held mail without text cannot be sent and becomes `failed`. */
export const deleteExpiredMails = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { database } = within
    const now = sql`${within.now().toISOString()}::timestamptz`
    const over = await database.execute(sql`
      UPDATE outbox SET html = '', text = '', forget_at = NULL, attachments = '[]',
        state = CASE WHEN state IN ('waiting', 'held') THEN 'failed' ELSE state END
      WHERE forget_at <= ${now}`)
    const old = await database.execute(sql`
      UPDATE outbox SET html = '', text = '', forget_at = NULL, attachments = '[]',
        state = CASE state WHEN 'held' THEN 'failed' ELSE state END
      WHERE state <> 'waiting' AND (html <> '' OR text <> '') AND created_at < ${now} - make_interval(days => ${textDays})`)
    const lines = await database.execute(
      sql`DELETE FROM outbox WHERE state <> 'waiting' AND created_at < ${now} - make_interval(days => ${lineDays})`,
    )
    const texts = (over.rowCount ?? 0) + (old.rowCount ?? 0)
    await recordRemoval(within, 'messages', { texts, lines: lines.rowCount ?? 0 })
  })

export interface ContactChannels {
  name: string
  locale: Locale
  /** Null if the account may not get mail. */
  email: string | null
  /** E.164; null if text messages are unavailable or not agreed to. */
  phone: string | null
}

/** Returns how to notify an account; null if it does not exist. */
export const findContactChannels = async (context: Context, userId: string): Promise<ContactChannels | null> => {
  const now = context.now()
  const open = (channel: 'mail' | 'sms') =>
    sql`${exclusionReasonSql({ channel, purpose: 'notice' }, addressColumn(channel), now)} IS NULL`
  const { rows } = await context.database.execute<{ [K in keyof ContactChannels]: ContactChannels[K] }>(sql`
    SELECT u.name, u.locale, CASE WHEN ${open('mail')} THEN u.email END AS email,
      CASE WHEN ${context.services.sms !== undefined}::boolean AND ${agreedToChannelSql('SMS')} AND ${open('sms')} THEN u.phone END AS phone
    FROM users u WHERE u.id = ${userId}`)
  return rows[0] ?? null
}

/**
 * Waiting work: numbers of bulk messages to approve and of unsent mails. No entries, because these would reveal
 * recipients.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => ({
  works: [
    {
      key: 'messages.asked',
      count: await context.database.$count(sendings, eq(sendings.state, 'asked')),
      entries: [],
    },
    {
      key: 'messages.mail',
      count: await context.database.$count(outbox, inArray(outbox.state, ['waiting', 'held'])),
      entries: [],
    },
  ],
})
