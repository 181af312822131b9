import { and, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { m } from '#messages/messages.js'
import { auctionWorks } from '../table.ts'
import { sendLotMail } from './send-lot-mail.ts'

const mail = [m.works_mail_withdrawn_subject, m.works_mail_withdrawn_text] as const

/** Withdraws a work from its auction and notifies its bidders. Bids stay in the history. */
export const withdrawWork = async (within: Context, id: string, reason: string): Promise<void> => {
  // A lot whose end has come belongs to its leader, even before it is closed. While the auction is stopped, ends
  // stand still.
  const isWithdrawable = sql`(${auctionWorks.state} = 'draft' OR (${auctionWorks.state} = 'open' AND
    (${auctionWorks.endsAt} > clock_timestamp() OR EXISTS (SELECT FROM auction_programs AS program
      WHERE program.id = ${auctionWorks.program} AND program.stopped_at IS NOT NULL AND ${auctionWorks.endsAt} > program.stopped_at))))`
  const [row] = await changeRows(within, auctionWorks, { state: 'withdrawn' })
    .where(and(eq(auctionWorks.id, id), isWithdrawable))
    .returning()
  if (!row) {
    const isKnown = (await within.database.$count(auctionWorks, eq(auctionWorks.id, id))) > 0
    throw isKnown ? new AppError('conflict', { fields: { reason: 'work_over' } }) : new AppError('not_found')
  }
  const { rows: bidders } = await within.database.execute<{ user: string }>(sql`
    SELECT DISTINCT user_id AS user FROM auction_bids WHERE work_id = ${id} AND user_id IS NOT NULL`)
  if (bidders.length > 0) await publishEvent(within, { users: bidders.map(({ user }) => user) }, { topic: 'bids', id })
  for (const { user } of bidders) await sendLotMail(within, { work: id, user, reason }, mail)
  await writeAudit(within, {
    action: 'withdraw',
    entity: 'works',
    entityId: id,
    summary: row.title.ko,
    after: { reason },
  })
}
