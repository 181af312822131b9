import { eq, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { sendLotMail } from '#auction/works/server/send-lot-mail.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { standingWithoutBidder } from '../rules-void.ts'
import { mapVoidedBidders, readHistory } from './read-history.ts'

/** `void` goes to the bidder whose bids are voided, `leads` to the bidder who leads instead. */
const mails = {
  void: [m.bids_mail_void_subject, m.bids_mail_void_text],
  leads: [m.bids_mail_leads_subject, m.bids_mail_leads_text],
} as const

/** Voids all bids of the bidder of a bid on an open lot. The rows stay; the price follows from the other bids. */
export const voidBids = async (
  within: Context,
  { work: workId, id: bidId }: { work: string; id: string },
  reason: string,
): Promise<void> => {
  // Locked until the row is written: bids wait and are decided on the new state.
  const [work] = await within.database.select().from(auctionWorks).where(eq(auctionWorks.id, workId)).for('update')
  if (!work || work.dueAt === null || !work.endsAt || !work.hardEnd) throw new AppError('not_found')
  const rows = await readHistory(within, work.id)
  const bid = rows.find(({ row }) => row.id === bidId)?.row
  if (!bid) throw new AppError('not_found')
  const [program] = await within.database.select().from(auctionsTable).where(eq(auctionsTable.id, work.program))
  const isRefused = work.state !== 'open' || bid.kind === 'void' || mapVoidedBidders(rows).has(bid.bidder)
  if (!program || isRefused) throw new AppError('conflict', { fields: { reason: 'bid_void' } })
  const standing = standingWithoutBidder(
    { start: work.startPrice, reserve: work.reserve, increments: program.increments },
    rows.map(({ row }) => ({ bidder: row.bidder, kind: row.kind, amount: row.amount, seq: row.seq })),
    bid.bidder,
  )
  const price = standing.price ?? work.startPrice
  const seq = work.bids + 1
  const ends = work.endsAt.toISOString()
  // The statement checks again, by the database's clock, that the lot is open: a void must not change a lot that
  // has ended. While the auction is stopped, its ends and this clock stand still.
  const { rowCount } = await within.database.execute(sql`
    WITH moment AS (
      SELECT greatest(least(date_trunc('milliseconds', clock_timestamp()), program.stopped_at), last.at) AS at
      FROM auction_programs AS program LEFT JOIN auction_bids AS last ON last.work_id = ${work.id}::uuid AND last.seq = ${work.bids}
      WHERE program.id = ${work.program}::uuid),
    written AS (
      SELECT append_bid(${work.id}::uuid, ${seq}, ${bid.bidder}, ${bid.userId}::uuid, 'void', ${price}::bigint, ${price}::bigint,
        ${standing.leader ?? 0}, ${ends}::timestamptz, moment.at, NULL, decode(${work.lastHash.toString('hex')}, 'hex'),
        ${within.newId()}::uuid) AS hash
      FROM moment JOIN auction_works AS open ON open.id = ${work.id}::uuid AND open.state = 'open' AND moment.at < open.ends_at)
    UPDATE auction_works AS work SET price = ${standing.price}::bigint, leader = ${standing.leader}::int,
      maximum = ${standing.maximum}::bigint, last_seq = ${seq}, last_hash = written.hash,
      updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
    FROM written WHERE work.id = ${work.id}::uuid`)
  if (rowCount !== 1) throw new AppError('conflict', { fields: { reason: 'bid_ended' } })
  await writeAudit(within, {
    action: 'void',
    entity: 'bids',
    entityId: bid.id,
    summary: `${textIn('ko', program.title)} LOT ${work.lot}`,
    before: { price: work.price, leader: work.leader },
    after: { price: standing.price, leader: standing.leader, bidder: bid.bidder, reason: reason },
  })
  // Notify the voided bidder and the new leader on their screens.
  const newLeader = rows.find(({ row }) => row.bidder === standing.leader && row.userId !== null)?.row.userId
  const affected = [bid.userId, newLeader].filter((user) => typeof user === 'string')
  if (affected.length > 0) await publishEvent(within, { users: affected }, { topic: 'bids', id: work.id })
  const facts = { work: work.id, reason: reason }
  if (bid.userId) await sendLotMail(within, { ...facts, user: bid.userId }, mails.void)
  if (newLeader && standing.leader !== work.leader)
    await sendLotMail(within, { ...facts, user: newLeader }, mails.leads)
}
