import { and, eq } from 'drizzle-orm'
import { findMailRecipient, sendMemberMail } from '#auction/auctions/server/send-member-mail.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import { regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { auctionBids } from '../table.ts'

const mail = [m.bids_mail_outbid_subject, m.bids_mail_outbid_text] as const

/** Job: mails a member that they were outbid, unless they lead again by then or the lot has ended. */
export const sendOutbidMail = async (context: Context, payload: Record<string, unknown>): Promise<void> => {
  const [workId, userId] = [String(payload.work), String(payload.user)]
  const [found] = await selectWorks(context).where(eq(auctionWorks.id, workId))
  if (found?.work.state !== 'open' || found.work.price === null) return
  const { lot, title, price, leader } = found.work
  const bids = await context.database
    .select({ bidder: auctionBids.bidder, kind: auctionBids.kind })
    .from(auctionBids)
    .where(and(eq(auctionBids.workId, workId), eq(auctionBids.userId, userId)))
  // A bidder whose bids were voided has already been notified and can no longer bid.
  const isIneligible = bids.length === 0 || bids.some(({ bidder, kind }) => kind === 'void' || bidder === leader)
  if (isIneligible) return
  const recipient = await findMailRecipient(context, userId)
  if (!recipient) return
  const { locale, urlOf } = recipient
  await sendMemberMail(context, recipient, mail, {
    lot,
    title: textIn(locale, title),
    price: price.toLocaleString(regionTag[locale]),
    link: urlOf(`/auction/works/${workId}`),
  })
}
