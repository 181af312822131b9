import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { noteRemoval } from '#kit/audit/note-removal.ts'
import type { Locale } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import { type StoredAttachment, toHeaderLine } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanHtml, plainText } from '#kit/text/html.ts'
import { readSetting } from '#platform/settings/service.ts'
import { addressOf, agreedTo, refusalOf } from './service-refusal.ts'
import { type OutboxRow, outbox, sendings } from './table.ts'

/** Whose withdrawal removes the message: the account that it is to, or that it was written because of. */
interface About {
  /** Null where no account is known: a visitor, a message to staff of nobody's doing. */
  about: string | null
}

export interface NewMail extends About {
  to: string
  subject: string
  html: string
  /** It is not handed over before, and can be taken back until then (`withdrawMail`). */
  notBefore?: Date
  attachments?: StoredAttachment[]
  /** The text goes then, or when it was sent: it has a code or a link that opens an account. */
  forgetAt?: Date
}

/** Who mails are sent by; null where the settings name nobody or the installation has no mail server. */
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
 * Writes a mail to the outbox in the caller's transaction and queues its delivery: it is sent exactly when what
 * caused it is committed. A subject is made one line: it contains names that others wrote (header injection). Throws
 * `invalid` for a line break in an address.
 */
export const queueMail = async (context: Context, mail: NewMail): Promise<OutboxRow> => {
  // It would begin another header.
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

/** The same for a text message. */
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

/** Queues the delivery of a mail for the moment it may go. */
export const queueDelivery = (
  context: Context,
  { id, notBefore }: Pick<OutboxRow, 'id' | 'notBefore'>,
): Promise<void> =>
  context.services.jobs.add(context.database, 'deliverMail', { id }, notBefore ? { runAt: notBefore } : {})

/**
 * Takes a mail back that has not been handed to a mail server yet; false where it was too late. One that was tried is
 * not taken back: the server may have taken it although its answer was lost. Waits for no delivery: a row that is
 * being handed over is locked and counts as gone.
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
 * Stops messages that have not gone yet, also those that a server refused for the moment: what they say does not hold
 * any more. Waits for no delivery.
 */
export const stopMessages = async (context: Context, ids: readonly string[]): Promise<void> => {
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

/** Removes mails in whatever state: what they were about is removed. */
export const removeMails = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await context.database.delete(outbox).where(inArray(outbox.id, [...ids]))
}

/**
 * Removes everything that was written to an account, at whatever contact it had, or because of it: it is withdrawn.
 * `contacts` are its present ones: a code may have gone there before anybody was logged in.
 */
export const removeMailsAbout = async (
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

/** Days after which the text of a mail goes, and after which its line goes, whatever became of it. */
const textDays = 30
const lineDays = 365

/**
 * Removes texts and lines of mails whose time is over; what still waits to be sent stays. One that was held without its
 * text can no longer be sent: it failed.
 */
export const forgetMails = (context: Context): Promise<void> =>
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
    await noteRemoval(within, 'messages', { texts, lines: lines.rowCount ?? 0 })
  })

export interface Reach {
  name: string
  locale: Locale
  /** Null where the gate lets no mail through. */
  email: string | null
  /** E.164; null where text messages are not sent, or not agreed to. */
  phone: string | null
}

/** How an account is told of something that concerns it; null where there is no such account. */
export const findReach = async (context: Context, userId: string): Promise<Reach | null> => {
  const now = context.now()
  const open = (channel: 'mail' | 'sms') =>
    sql`${refusalOf({ channel, purpose: 'notice' }, addressOf(channel), now)} IS NULL`
  const { rows } = await context.database.execute<{ [K in keyof Reach]: Reach[K] }>(sql`
    SELECT u.name, u.locale, CASE WHEN ${open('mail')} THEN u.email END AS email,
      CASE WHEN ${context.services.sms !== undefined}::boolean AND ${agreedTo('SMS')} AND ${open('sms')} THEN u.phone END AS phone
    FROM users u WHERE u.id = ${userId}`)
  return rows[0] ?? null
}

/** Sendings that wait for an approval; mail that has not been sent yet, of whom it is to the desk says nothing. */
export const deskOf = async (context: Context): Promise<DeskPart> => ({
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
