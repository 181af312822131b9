import { and, eq } from 'drizzle-orm'
import { createPageUrl, findMailRecipient } from '#auction/auctions/server/find-auctions.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import { type Locale, regionTag } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { auctionBids } from '../table.ts'

const formatAmount = (locale: Locale, amount: number) => amount.toLocaleString(regionTag[locale])

/** Job: mails a member that they were outbid, unless they lead again by then or the lot has ended. */
export const sendOutbidMail = async (context: Context, payload: Record<string, unknown>): Promise<void> => {
  const [workId, userId] = [String(payload.work), String(payload.user)]
  const [found] = await selectWorks(context).where(eq(auctionWorks.id, workId))
  if (found?.work.state !== 'open' || found.work.price === null) return
  const own = await context.database
    .select({ bidder: auctionBids.bidder, kind: auctionBids.kind })
    .from(auctionBids)
    .where(and(eq(auctionBids.workId, workId), eq(auctionBids.userId, userId)))
  // A bidder whose bids were voided has already been notified and can no longer bid.
  const isOut = own.length === 0 || own.some(({ bidder, kind }) => kind === 'void' || bidder === found.work.leader)
  if (isOut) return
  const user = await findMailRecipient(context, userId)
  if (!user) return
  const { locale } = user
  const facts = {
    name: user.name,
    lot: found.work.lot,
    title: textIn(locale, found.work.title),
    price: formatAmount(locale, found.work.price),
    link: createPageUrl(context, locale, `/auction/works/${workId}`),
  }
  await queueMail(context, {
    to: user.email,
    about: userId,
    subject: m.bids_mail_outbid_subject(facts, { locale }),
    html: htmlOf(m.bids_mail_outbid_text(facts, { locale })),
  })
}
