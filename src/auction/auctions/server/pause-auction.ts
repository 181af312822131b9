import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { AuctionRow } from '../table.ts'
import { findAuction } from './find-auctions.ts'

interface Change {
  action: 'stop' | 'resume' | 'cancel'
  /** Field error if the auction is not in a state that allows the change. */
  refusal: 'program_stopped' | 'program_cancelled'
}

/** Changes an auction by a database function that checks its state, and writes the audit entry with the reason. */
const changeAuction = async (
  within: Context,
  { id, reason }: { id: string; reason: string },
  { action, refusal }: Change,
): Promise<AuctionRow> => {
  const call = {
    // Lots that have ended by then stay ended: they are closed as usual, with their sale.
    stop: sql`pause_auction(${id}, ${reason})`,
    resume: sql`resume_auction(${id})`,
    cancel: sql`cancel_auction(${id}, ${reason})`,
  }[action]
  const { rows } = await within.database.execute<{ changed: boolean }>(sql`SELECT ${call} AS changed`)
  const auction = await findAuction(within, id)
  if (!rows[0]?.changed) throw new AppError('conflict', { fields: { reason: refusal } })
  await writeAudit(within, { action, entity: 'programs', entityId: id, summary: auction.title.ko, after: { reason } })
  return auction
}

/** Pauses bidding. */
export const stopAuction = (within: Context, id: string, reason: string): Promise<AuctionRow> =>
  changeAuction(within, { id, reason }, { action: 'stop', refusal: 'program_stopped' })

/** Continues bidding; open lots end later by the length of the pause. */
export const resumeAuction = (within: Context, id: string, reason: string): Promise<AuctionRow> =>
  changeAuction(within, { id, reason }, { action: 'resume', refusal: 'program_stopped' })

/** Cancels an auction, withdraws its open lots, and notifies its bidders. */
export const cancelAuction = async (within: Context, id: string, reason: string): Promise<AuctionRow> => {
  const auction = await changeAuction(within, { id, reason }, { action: 'cancel', refusal: 'program_cancelled' })
  // No notice for an auction that was never public.
  if (auction.visible) await within.services.jobs.add(within.database, 'tellCancelled', { program: id })
  return auction
}
