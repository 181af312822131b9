import { inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { cleanHtml, plainText } from '#kit/html.ts'
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
 * caused it is committed. Throws `invalid` for a line break in an address or a subject.
 */
export const queueMail = async (context: Context, mail: NewMail): Promise<OutboxRow> => {
  // A line break would begin another header.
  for (const [name, line] of Object.entries({ to: mail.to, subject: mail.subject }))
    if (/[\r\n]/.test(line)) throw new AppError('invalid', { fields: { [name]: 'line_break' } })
  const now = context.now()
  const html = cleanHtml(mail.html)
  const row: OutboxRow = {
    id: context.newId(),
    channel: 'mail',
    recipient: mail.to,
    subject: mail.subject,
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
