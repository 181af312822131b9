import { eq, sql } from 'drizzle-orm'
import { calculateBuyerTotal } from '#auction/auctions/rules.ts'
import { selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { paymentDays } from '../rules.ts'
import { findRunnersUp } from './find-runners-up.ts'
import { findSale } from './present-sales.ts'
import { sendOfferMail } from './send-sale-mail.ts'

/** Offers the work of a void sale to the runner-up at their highest bid. Returns the id of the new sale. */
export const offerToRunnerUp = async (
  within: Context,
  saleId: string,
  answerHours: number | undefined,
): Promise<string> => {
  const row = await findSale(within, saleId)
  const runner = (await findRunnersUp(within, [row.workId])).get(row.workId)
  const [found] = await selectWorks(within).where(eq(auctionWorks.id, row.workId))
  if (row.state !== 'void' || !runner || !found)
    throw new AppError('conflict', { fields: { state: row.state === 'void' ? 'sale_no_runner' : 'sale_over' } })
  const { hammer, premium, vat, total } = calculateBuyerTotal(runner.amount, found.program.premium)
  const id = within.newId()
  const hours = answerHours ?? found.program.offerDays * 24
  // A unique index allows one sale per work that is not void: of two concurrent offers one is refused.
  const { rowCount } = await within.database.execute(sql`
    INSERT INTO auction_sales (id, work_id, user_id, bidder, hammer, premium, vat, total, state, pay_until, offer_until)
    VALUES (${id}::uuid, ${row.workId}::uuid, ${runner.user}::uuid, ${runner.bidder}, ${hammer}, ${premium}, ${vat}, ${total},
      'offered', clock_timestamp() + make_interval(days => ${paymentDays}), clock_timestamp() + make_interval(hours => ${hours}))
    ON CONFLICT DO NOTHING`)
  if (rowCount !== 1) throw new AppError('conflict', { fields: { state: 'sale_over' } })
  await writeAudit(within, {
    action: 'offer',
    entity: 'sales',
    entityId: id,
    summary: textIn('ko', found.work.title),
    after: { bidder: runner.bidder, hammer, hours },
  })
  await publishEvent(within, { users: [runner.user] }, { topic: 'sales', id })
  await sendOfferMail(within, id)
  return id
}
