import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/service.ts'
import { type FairRow, fairSlots } from '#match/fairs/table.ts'
import type { matchings as contract } from './contract.ts'
import { notArranging } from './service-states.ts'
import { freeTimeDrafts } from './table.ts'

type Kept = z.input<typeof contract.draftTimes.answer>
type Body = z.output<typeof contract.draftTimes.body>
type Drafted = Pick<z.input<typeof contract.schedule.answer>, 'version' | 'draft'>

const hasEnded = ({ phase, endsAt }: FairRow, now: Date): boolean => phase === 'expired' || endsAt <= now

/** What a buyer has drawn and not saved in a fair, and the version that a change of it has to name. */
export const findDraft = async (context: Context, fair: FairRow, buyerId: string): Promise<Drafted> => {
  const [row] = await context.database
    .select()
    .from(freeTimeDrafts)
    .where(and(eq(freeTimeDrafts.fairId, fair.id), eq(freeTimeDrafts.buyerId, buyerId)))
  const times = hasEnded(fair, context.now()) ? null : row?.times
  return { version: row?.version ?? 0, draft: row && times ? { times, savedAt: row.updatedAt.toISOString() } : null }
}

interface Owner {
  fairId: string
  buyerId: string
}

/** One after the other with who saves: this row is locked first, by both. */
export const lockPart = (within: Context, { fairId, buyerId }: Owner) =>
  within.database.execute(sql`
    SELECT FROM participations WHERE fair_id = ${fairId} AND profile_id = ${buyerId} FOR UPDATE`)

/**
 * Writes a version after the one that the writer knows (undefined: whichever there is) while the fair goes on: one
 * statement. `matching_drawn` where somebody drew or saved since, `matching_phase` where the fair is over.
 */
const write = async (
  within: Context,
  { fairId, buyerId }: Owner,
  { times, version }: { times: Body['times']; version: number | undefined },
): Promise<Kept> => {
  const now = within.now()
  const known = version ?? null
  const { rows } = await within.database.execute<{ version: number; updated_at: Date }>(sql`
    INSERT INTO free_time_drafts AS draft (fair_id, buyer_id, times, updated_at)
    SELECT id, ${buyerId}::uuid, ${times && JSON.stringify(times)}::jsonb, ${now.toISOString()}::timestamptz FROM fairs
    WHERE id = ${fairId} AND phase <> 'expired' AND ends_at > ${now.toISOString()}::timestamptz
      AND (coalesce(${known}::int, 0) = 0
        OR EXISTS (SELECT FROM free_time_drafts WHERE fair_id = ${fairId} AND buyer_id = ${buyerId}))
    ON CONFLICT (fair_id, buyer_id) DO UPDATE
      SET times = excluded.times, version = draft.version + 1, updated_at = excluded.updated_at
      WHERE ${known}::int IS NULL OR draft.version = ${known}::int
    RETURNING draft.version, draft.updated_at`)
  const [row] = rows
  if (row) return { version: row.version, savedAt: new Date(row.updated_at).toISOString() }
  if (hasEnded(await findFair(within, fairId), now)) throw notArranging()
  throw new AppError('conflict', { fields: { version: 'matching_drawn' } })
}

/** Keeps what the own company drew, over what it knew. */
export const keepDraft = (context: Context, owner: Owner, { times, version }: Body): Promise<Kept> =>
  context.transaction(async (within) => {
    await lockPart(within, owner)
    const ids = [...new Set(times?.map(({ slot }) => slot))]
    const isOpen = and(eq(fairSlots.fairId, owner.fairId), eq(fairSlots.closed, false), inArray(fairSlots.id, ids))
    if (ids.length > 0 && (await within.database.$count(fairSlots, isOpen)) < ids.length)
      throw new AppError('invalid', { fields: { times: 'matching_grid' } })
    const kept = await write(within, owner, { times, version })
    await publishEvent(within, { users: [within.principal.userId] }, { topic: 'schedules', id: owner.fairId })
    return kept
  })

/** Times are saved: what was drawn goes. `version`, where given, is the one that the saving window knows. */
export const settleDraft = async (
  within: Context,
  { version, ...owner }: Owner & { version: number | undefined },
): Promise<void> => {
  await write(within, owner, { times: null, version })
}

/** What was drawn for fairs that are over goes. */
export const forgetDrafts = async (context: Context): Promise<void> => {
  await context.database.execute(sql`
    DELETE FROM free_time_drafts USING fairs WHERE fairs.id = free_time_drafts.fair_id
      AND (fairs.phase = 'expired' OR fairs.ends_at <= ${context.now().toISOString()}::timestamptz)`)
}
