import { eq, sql } from 'drizzle-orm'
import { findMailRecipient, sendMemberMail } from '#auction/auctions/server/send-member-mail.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { auctionWorks } from '../table.ts'
import { selectWorks } from './find-works.ts'

const mail = [m.works_mail_notice_subject, m.works_mail_notice_text] as const

/**
 * Job: notifies subscribed members that a lot ends within ten minutes, once across all processes. Skips stopped
 * auctions, whose ends are unknown.
 */
export const sendEndNotices = async (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { rows } = await within.database.execute<{ work: string; user: string }>(sql`
      UPDATE auction_notices AS notice SET sent_at = clock_timestamp()
      FROM auction_works AS work JOIN auction_programs AS program ON program.id = work.program_id
      WHERE program.visible AND program.stopped_at IS NULL AND work.id = notice.work_id AND notice.sent_at IS NULL AND work.state = 'open'
        AND work.ends_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '10 minutes'
      RETURNING notice.work_id AS work, notice.user_id AS user`)
    for (const { work: id, user } of rows) {
      await publishEvent(within, { users: [user] }, { topic: 'notices', id })
      const recipient = await findMailRecipient(within, user)
      const [found] = await selectWorks(within).where(eq(auctionWorks.id, id))
      if (!recipient || !found) continue
      await sendMemberMail(within, recipient, mail, {
        lot: found.work.lot,
        title: textIn(recipient.locale, found.work.title),
        link: recipient.urlOf(`/auction/works/${id}`),
      })
    }
  })
