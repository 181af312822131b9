import { eq, sql } from 'drizzle-orm'
import { findMailRecipient, sendMemberMail } from '#auction/auctions/server/send-member-mail.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { spellTime } from '#kit/time/spell-time.ts'
import { m } from '#messages/messages.js'
import { formatInvoiceNumber } from '../rules.ts'
import { auctionSales } from '../table.ts'

const mails = {
  won: [m.sales_mail_won_subject, m.sales_mail_won_text],
  offer: [m.sales_mail_offer_subject, m.sales_mail_offer_text],
  expired: [m.sales_mail_expired_subject, m.sales_mail_expired_text],
  void: [m.sales_mail_void_subject, m.sales_mail_void_text],
} as const

const send = async (within: Context, id: string, kind: keyof typeof mails): Promise<boolean> => {
  const [sale] = await within.database.select().from(auctionSales).where(eq(auctionSales.id, id))
  if (!sale?.userId) return false
  const recipient = await findMailRecipient(within, sale.userId)
  const [found] = await selectWorks(within).where(eq(auctionWorks.id, sale.workId))
  if (!recipient || !found) return false
  const { locale, urlOf } = recipient
  const formatAmount = (amount: number) => amount.toLocaleString(regionTag[locale])
  await sendMemberMail(within, recipient, mails[kind], {
    lot: found.work.lot,
    title: textIn(locale, found.work.title),
    program: textIn(locale, found.program.title),
    number: formatInvoiceNumber(sale),
    hammer: formatAmount(sale.hammer),
    premium: formatAmount(sale.premium),
    rate: String(found.program.premium / 100),
    vat: formatAmount(sale.vat),
    total: formatAmount(sale.total),
    until: spellTime(locale, sale.payUntil),
    answer: spellTime(locale, sale.offerUntil ?? sale.payUntil),
    reason: sale.voidReason,
    link: urlOf('/me/pickups'),
  })
  return true
}

/** Mails the winner; returns false if there is no recipient. */
export const sendWonMail = async (within: Context, id: string): Promise<boolean> => {
  if (!(await send(within, id, 'won'))) return false
  await changeRows(within, auctionSales, {
    wonMailAt: within.now(),
    mails: sql`${auctionSales.mails} + 1`,
  }).where(eq(auctionSales.id, id))
  return true
}

/** Mails an offer to the runner-up. */
export const sendOfferMail = (within: Context, id: string): Promise<boolean> => send(within, id, 'offer')

/** Mails the buyer or the runner-up that staff cancelled the sale, with the reason. */
export const sendVoidMail = (within: Context, id: string): Promise<boolean> => send(within, id, 'void')

/** Mails the runner-up that the offer expired. */
export const sendExpiredMail = (within: Context, id: string): Promise<boolean> => send(within, id, 'expired')
