import { inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { cleanHtml, plainText } from '#kit/html.ts'
import { toHeaderLine } from '#kit/mail.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import type { Context } from '#kit/server/context.ts'
import { type OutboxRow, outbox } from './table.ts'

export interface NewMail {
  to: string
  subject: string
  html: string
}

/**
 * Writes a mail to the outbox in the caller's transaction and queues its delivery: it is sent exactly when what
 * caused it is committed. A subject is made one line: it contains names that others wrote (header injection). Throws
 * `invalid` for a line break in an address.
 */
export const queueMail = async (context: Context, mail: NewMail): Promise<OutboxRow> => {
  // It would begin another header.
  if (/\p{Cc}/u.test(mail.to)) throw new AppError('invalid', { fields: { to: 'line_break' } })
  const now = context.now()
  const html = cleanHtml(mail.html)
  const row: OutboxRow = {
    id: context.newId(),
    channel: 'mail',
    recipient: mail.to,
    subject: toHeaderLine(mail.subject),
    html,
    text: plainText(html),
    state: 'waiting',
    attempts: 0,
    error: null,
    createdAt: now,
    updatedAt: now,
    sentAt: null,
  }
  await context.transaction(async (within) => {
    await within.database.insert(outbox).values(row)
    await within.services.jobs.add(within.database, 'deliverMail', { id: row.id })
  })
  return row
}

/** Removes mails in whatever state: what they were about is removed. */
export const removeMails = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await context.database.delete(outbox).where(inArray(outbox.id, [...ids]))
}

/** Days after which the text of a mail that was sent goes, and after which its line goes whatever became of it. */
const textDays = 30
const lineDays = 365

/** Removes texts and lines of mails whose time is over; what still waits to be sent stays. */
export const forgetMails = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  await context.database.execute(sql`
    UPDATE outbox SET html = '', text = ''
    WHERE state = 'sent' AND (html <> '' OR text <> '') AND sent_at < ${now} - make_interval(days => ${textDays})`)
  await context.database.execute(
    sql`DELETE FROM outbox WHERE state <> 'waiting' AND created_at < ${now} - make_interval(days => ${lineDays})`,
  )
}

/** Mail that has not been sent yet; of whom it is to, the desk says nothing. */
export const deskOf = async (context: Context): Promise<DeskPart> => ({
  works: [
    {
      key: 'messages.mail',
      count: await context.database.$count(outbox, inArray(outbox.state, ['waiting', 'held'])),
      entries: [],
    },
  ],
})
