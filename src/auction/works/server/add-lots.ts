import { eq, sql } from 'drizzle-orm'
import { lockLots } from '#auction/auctions/server/find-auctions.ts'
import { auctionsTable } from '#auction/auctions/table.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { WorkInput } from '../contract.ts'
import { auctionWorks, type WorkRow } from '../table.ts'

/** Opens the lots of a visible auction, each with its end by lot number. */
export const openLots = (within: Context, program: string) =>
  within.database.execute(sql`SELECT open_lots(id) FROM auction_programs WHERE id = ${program} AND visible`)

/** Adds works as the last lots of an auction, in order, and opens them if the auction is visible. */
export const addLots = async (within: Context, program: string, works: readonly WorkInput[]): Promise<WorkRow[]> => {
  await lockLots(within, program)
  // Locks the auction until the commit, so that concurrent calls get different lot numbers.
  const locked = await within.database
    .select({ id: auctionsTable.id })
    .from(auctionsTable)
    .where(eq(auctionsTable.id, program))
    .for('no key update')
  if (locked.length === 0) throw new AppError('invalid', { fields: { program: 'choose' } })
  const now = within.now()
  const { rows } = await within.database.execute<{ last: number }>(
    sql`SELECT coalesce(max(lot), 0)::int AS last FROM auction_works WHERE program_id = ${program}`,
  )
  const last = rows[0]?.last ?? 0
  const added = await within.database
    .insert(auctionWorks)
    .values(
      works.map((work, index) => ({
        ...work,
        id: within.newId(),
        createdAt: now,
        updatedAt: now,
        lot: last + index + 1,
      })),
    )
    .returning()
  await openLots(within, program)
  return added
}
