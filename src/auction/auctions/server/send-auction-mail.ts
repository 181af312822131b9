import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { depositReference } from '../rules.ts'
import type { AuctionRow, RegistrationRow } from '../table.ts'
import { createPageUrl, findMailRecipient } from './find-auctions.ts'

/** Mails a member that an auction was cancelled, with the reason. */
export const sendCancellationMail = async (within: Context, program: AuctionRow, userId: string): Promise<void> => {
  const user = await findMailRecipient(within, userId)
  if (!user) return
  const { locale } = user
  const facts = {
    name: user.name,
    program: textIn(locale, program.title),
    reason: program.cancelReason,
    link: createPageUrl(within, locale, `/auction/programs/${program.id}`),
  }
  await queueMail(within, {
    to: user.email,
    about: userId,
    subject: m.auctions_mail_cancelled_subject(facts, { locale }),
    html: htmlOf(m.auctions_mail_cancelled_text(facts, { locale })),
  })
}

/** Mails a member the decision on their registration. */
export const sendRegistrationMail = async (
  within: Context,
  program: AuctionRow,
  entry: RegistrationRow,
): Promise<void> => {
  const user = await findMailRecipient(within, entry.userId)
  if (!user) return
  const { locale } = user
  const facts = {
    name: user.name,
    program: textIn(locale, program.title),
    reason: entry.reason,
    link: createPageUrl(within, locale, `/auction/programs/${program.id}`),
  }
  const isApproved = entry.state === 'approved'
  const subject = isApproved ? m.auctions_mail_approved_subject : m.auctions_mail_refused_subject
  const text = isApproved ? m.auctions_mail_approved_text : m.auctions_mail_refused_text
  await queueMail(within, {
    to: user.email,
    about: entry.userId,
    subject: subject(facts, { locale }),
    html: htmlOf(text(facts, { locale })),
  })
}

const depositMails = {
  due: [m.auctions_mail_deposit_due_subject, m.auctions_mail_deposit_due_text],
  received: [m.auctions_mail_deposit_received_subject, m.auctions_mail_deposit_received_text],
  refused: [m.auctions_mail_deposit_refused_subject, m.auctions_mail_deposit_refused_text],
  returned: [m.auctions_mail_deposit_returned_subject, m.auctions_mail_deposit_returned_text],
} as const

/** Mails a bidder the new state of the deposit: due (with amount and account), received, refused or refunded. */
export const sendDepositMail = async (within: Context, program: AuctionRow, entry: RegistrationRow): Promise<void> => {
  const user = await findMailRecipient(within, entry.userId)
  if (!user || entry.deposit === 'none') return
  const { locale } = user
  const [subject, text] = depositMails[entry.deposit]
  const facts = {
    name: user.name,
    program: textIn(locale, program.title),
    amount: (entry.depositAmount ?? 0).toLocaleString(regionTag[locale]),
    account: program.deposit ? `${program.deposit.bank} ${program.deposit.number} ${program.deposit.holder}` : '',
    reference: depositReference(entry.depositNumber ?? 0),
    due:
      entry.depositDue?.toLocaleString(regionTag[locale], {
        timeZone: 'Asia/Seoul',
        dateStyle: 'long',
        timeStyle: 'short',
      }) ?? '',
    reason: entry.depositReason,
    link: createPageUrl(within, locale, `/auction/programs/${program.id}`),
  }
  await queueMail(within, {
    to: user.email,
    about: entry.userId,
    subject: subject(facts, { locale }),
    html: htmlOf(text(facts, { locale })),
  })
}
