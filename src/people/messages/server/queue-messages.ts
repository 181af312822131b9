import { AppError } from '#kit/errors.ts'
import { type StoredAttachment, toHeaderLine } from '#kit/ports/mail.ts'
import type { Context } from '#kit/server/context.ts'
import { cleanHtml, plainText } from '#kit/text/html.ts'
import { readSetting } from '#platform/settings/server/read-settings.ts'
import { type OutboxRow, outbox } from '../table.ts'

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
  return queueMessage(context, {
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
  queueMessage(context, {
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

const queueMessage = async (context: Context, content: Content): Promise<OutboxRow> => {
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
