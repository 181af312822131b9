import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { depositReference } from '../rules.ts'
import type { AuctionRow, RegistrationRow } from '../table.ts'
import { findMailRecipient, sendMemberMail } from './send-member-mail.ts'

const cancelled = [m.auctions_mail_cancelled_subject, m.auctions_mail_cancelled_text] as const
const approved = [m.auctions_mail_approved_subject, m.auctions_mail_approved_text] as const
const refused = [m.auctions_mail_refused_subject, m.auctions_mail_refused_text] as const
const deposits = {
  due: [m.auctions_mail_deposit_due_subject, m.auctions_mail_deposit_due_text],
  received: [m.auctions_mail_deposit_received_subject, m.auctions_mail_deposit_received_text],
  refused: [m.auctions_mail_deposit_refused_subject, m.auctions_mail_deposit_refused_text],
  returned: [m.auctions_mail_deposit_returned_subject, m.auctions_mail_deposit_returned_text],
} as const

/** Mails a member that an auction was cancelled, with the reason. */
export const sendCancellationMail = async (within: Context, auction: AuctionRow, userId: string): Promise<void> => {
  const recipient = await findMailRecipient(within, userId)
  if (!recipient) return
  await sendMemberMail(within, recipient, cancelled, {
    program: textIn(recipient.locale, auction.title),
    reason: auction.cancelReason,
    link: recipient.urlOf(`/auction/programs/${auction.id}`),
  })
}

/** Mails a member the decision on their registration. */
export const sendRegistrationMail = async (
  within: Context,
  auction: AuctionRow,
  { userId, state, reason }: RegistrationRow,
): Promise<void> => {
  const recipient = await findMailRecipient(within, userId)
  if (!recipient) return
  await sendMemberMail(within, recipient, state === 'approved' ? approved : refused, {
    program: textIn(recipient.locale, auction.title),
    reason,
    link: recipient.urlOf(`/auction/programs/${auction.id}`),
  })
}

/** Mails a bidder the new state of the deposit: due (with amount and account), received, refused or refunded. */
export const sendDepositMail = async (
  within: Context,
  { id, title, deposit: account }: AuctionRow,
  { userId, deposit, depositAmount, depositNumber, depositDue, depositReason }: RegistrationRow,
): Promise<void> => {
  const recipient = await findMailRecipient(within, userId)
  if (!recipient || deposit === 'none') return
  const { locale, urlOf } = recipient
  const dueFormat = { timeZone: 'Asia/Seoul', dateStyle: 'long', timeStyle: 'short' } as const
  await sendMemberMail(within, recipient, deposits[deposit], {
    program: textIn(locale, title),
    amount: (depositAmount ?? 0).toLocaleString(regionTag[locale]),
    account: account ? `${account.bank} ${account.number} ${account.holder}` : '',
    reference: depositReference(depositNumber ?? 0),
    due: depositDue?.toLocaleString(regionTag[locale], dueFormat) ?? '',
    reason: depositReason,
    link: urlOf(`/auction/programs/${id}`),
  })
}
