import { eq } from 'drizzle-orm'
import { findMailRecipient, type MailMessages, sendMemberMail } from '#auction/auctions/server/send-member-mail.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { auctionWorks } from '../table.ts'
import { selectWorks } from './find-works.ts'

interface LotFacts {
  lot: number
  title: string
  program: string
  reason: string
  link: string
}

/** Mails a member about a lot, with a reason. */
export const sendLotMail = async (
  within: Context,
  { work: id, user, reason }: { work: string; user: string; reason: string },
  messages: MailMessages<LotFacts>,
): Promise<void> => {
  const recipient = await findMailRecipient(within, user)
  const [found] = await selectWorks(within).where(eq(auctionWorks.id, id))
  if (!recipient || !found) return
  const { locale, urlOf } = recipient
  const { work, program } = found
  await sendMemberMail(within, recipient, messages, {
    lot: work.lot,
    title: textIn(locale, work.title),
    program: textIn(locale, program.title),
    reason,
    // A withdrawn work no longer has a page.
    link: urlOf(work.state === 'withdrawn' ? `/auction/programs/${program.id}` : `/auction/works/${id}`),
  })
}
