import { and, asc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { auctionWorks, type WorkRow } from '../table.ts'
import { openLots } from './add-lots.ts'

/** Numbers all lots of an auction in the given order, from which their ends follow. Refused after the first bid. */
export const reorderLots = async (within: Context, program: string, ids: readonly string[]): Promise<WorkRow[]> => {
  const order = JSON.stringify(ids)
  await within.database.execute(sql`SET CONSTRAINTS auction_works_lot DEFERRED`)
  // One statement: renumbers only if the auction still has exactly these works.
  const { rowCount } = await within.database.execute(sql`
    WITH wanted AS (SELECT value::uuid AS id, ordinality::int AS place
      FROM jsonb_array_elements_text(${order}::jsonb) WITH ORDINALITY),
    present AS (SELECT id, last_seq FROM auction_works WHERE program_id = ${program} ORDER BY id FOR UPDATE)
    UPDATE auction_works AS work SET lot = wanted.place,
      updated_at = greatest(clock_timestamp(), work.updated_at + interval '1 millisecond')
    FROM wanted
    WHERE work.id = wanted.id AND work.program_id = ${program}
      AND (SELECT count(DISTINCT id) FROM wanted) = (SELECT count(*) FROM wanted)
      AND (SELECT count(*) FROM present) = (SELECT count(*) FROM wanted)
      AND NOT EXISTS (SELECT FROM wanted WHERE id NOT IN (SELECT id FROM present))
      AND NOT EXISTS (SELECT FROM present WHERE last_seq > 0)`)
  if (rowCount !== ids.length) {
    const locked = await within.database.$count(
      auctionWorks,
      and(eq(auctionWorks.program, program), sql`${auctionWorks.bids} > 0`),
    )
    throw new AppError('conflict', { fields: { works: locked > 0 ? 'work_locked' : 'work_order' } })
  }
  await openLots(within, program)
  await writeAudit(within, {
    action: 'update',
    entity: 'works',
    summary: program,
    after: { order: ids },
  })
  return within.database
    .select()
    .from(auctionWorks)
    .where(eq(auctionWorks.program, program))
    .orderBy(asc(auctionWorks.lot))
}
