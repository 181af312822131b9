import { eq, sql } from 'drizzle-orm'
import { createPageUrl, findMailRecipient } from '#auction/auctions/server/find-auctions.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { htmlOf } from '#kit/text/html.ts'
import { m } from '#messages/messages.js'
import { queueMail } from '#people/messages/server/queue-messages.ts'
import { auctionWorks } from '../table.ts'
import { selectWorks } from './find-works.ts'

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
    for (const { work: id, user: userId } of rows) {
      await publishEvent(within, { users: [userId] }, { topic: 'notices', id })
      const user = await findMailRecipient(within, userId)
      const [found] = await selectWorks(within).where(eq(auctionWorks.id, id))
      if (!user || !found) continue
      const { locale } = user
      const facts = {
        name: user.name,
        lot: found.work.lot,
        title: textIn(locale, found.work.title),
        link: createPageUrl(within, locale, `/auction/works/${id}`),
      }
      await queueMail(within, {
        to: user.email,
        about: userId,
        subject: m.works_mail_notice_subject(facts, { locale }),
        html: htmlOf(m.works_mail_notice_text(facts, { locale })),
      })
    }
  })
