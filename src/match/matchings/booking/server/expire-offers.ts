import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import type { Context } from '#kit/server/context.ts'
import { changeState, deletePicks } from '../../server/change-state.ts'
import { lockMatching } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { runEach } from '../../server/run-each.ts'
import { matchings } from '../../table.ts'

/** Job: expires offers whose hold ran out and notifies both sides. */
export const expireHolds = async (context: Context): Promise<void> => {
  const now = context.now()
  const expiredOffers = readInBatches<{ id: string }>((last, limit) =>
    context.database
      .select({ id: matchings.id })
      .from(matchings)
      .where(and(eq(matchings.state, 'offered'), lte(matchings.heldUntil, now), last && gt(matchings.id, last.id)))
      .orderBy(asc(matchings.id))
      .limit(limit),
  )
  await runEach(expiredOffers, ({ id }) =>
    context.transaction(async (within) => {
      const before = await lockMatching(within, id)
      // The offer was confirmed or renewed in the meantime.
      if (before?.matching.state !== 'offered' || (before.matching.heldUntil ?? now) > now) return
      await changeState(within, id, 'expired', { heldUntil: null })
      await deletePicks(within, id)
      await recordChange(within, {
        before,
        action: 'expire',
        side: 'system',
        to: 'expired',
        mail: { kind: 'expired', to: ['seller', 'buyer'] },
      })
    }),
  )
}
