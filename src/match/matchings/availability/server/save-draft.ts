import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { type FairRow, fairSlots } from '#match/fairs/table.ts'
import { fairClosedError } from '../../server/check-conditions.ts'
import { freeTimeDrafts } from '../../table.ts'
import type { availability as contract } from '../contract.ts'

type SavedDraft = z.input<typeof contract.draftTimes.answer>
type Body = z.output<typeof contract.draftTimes.body>
type DraftResult = Pick<z.input<typeof contract.schedule.answer>, 'version' | 'draft'>

const hasEnded = ({ phase, endsAt }: FairRow, now: Date): boolean => phase === 'expired' || endsAt <= now

/** Returns the unsaved draft of a buyer in a fair, and the version that a change must name. */
export const findDraft = async (context: Context, fair: FairRow, buyerId: string): Promise<DraftResult> => {
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

/**
 * Locks the participation of a buyer. Drafting, saving and reopening take this lock first, so that they run one after
 * the other.
 */
export const lockParticipation = (within: Context, { fairId, buyerId }: Owner) =>
  within.database.execute(sql`
    SELECT FROM participations WHERE fair_id = ${fairId} AND profile_id = ${buyerId} FOR UPDATE`)

/**
 * Writes the next version of a draft in one statement, if `version` is the current one (undefined: any) and the fair
 * has not ended. Throws `conflict` with `matching_drawn` after a concurrent change, with `matching_phase` after the end
 * of the fair.
 */
const writeDraft = async (
  within: Context,
  { fairId, buyerId }: Owner,
  { times, version }: { times: Body['times']; version: number | undefined },
): Promise<SavedDraft> => {
  const now = within.now()
  const expectedVersion = version ?? null
  const { rows } = await within.database.execute<{ version: number; updated_at: Date }>(sql`
    INSERT INTO free_time_drafts AS draft (fair_id, buyer_id, times, updated_at)
    SELECT id, ${buyerId}::uuid, ${times && JSON.stringify(times)}::jsonb, ${now.toISOString()}::timestamptz FROM fairs
    WHERE id = ${fairId} AND phase <> 'expired' AND ends_at > ${now.toISOString()}::timestamptz
      AND (coalesce(${expectedVersion}::int, 0) = 0
        OR EXISTS (SELECT FROM free_time_drafts WHERE fair_id = ${fairId} AND buyer_id = ${buyerId}))
    ON CONFLICT (fair_id, buyer_id) DO UPDATE
      SET times = excluded.times, version = draft.version + 1, updated_at = excluded.updated_at
      WHERE ${expectedVersion}::int IS NULL OR draft.version = ${expectedVersion}::int
    RETURNING draft.version, draft.updated_at`)
  const [row] = rows
  if (row) return { version: row.version, savedAt: new Date(row.updated_at).toISOString() }
  if (hasEnded(await findFair(within, fairId), now)) throw fairClosedError()
  throw new AppError('conflict', { fields: { version: 'matching_drawn' } })
}

/** Stores a draft on top of the version that the client has seen. */
export const saveDraft = (context: Context, owner: Owner, { times, version }: Body): Promise<SavedDraft> =>
  context.transaction(async (within) => {
    await lockParticipation(within, owner)
    const ids = [...new Set(times?.map(({ slot }) => slot))]
    const isOpen = and(eq(fairSlots.fairId, owner.fairId), eq(fairSlots.closed, false), inArray(fairSlots.id, ids))
    if (ids.length > 0 && (await within.database.$count(fairSlots, isOpen)) < ids.length)
      throw new AppError('invalid', { fields: { times: 'matching_grid' } })
    const saved = await writeDraft(within, owner, { times, version })
    await publishEvent(within, { users: [within.principal.userId] }, { topic: 'schedules', id: owner.fairId })
    return saved
  })

/** Clears the draft when the times are saved. `version`, if given, is the one that the saving window has seen. */
export const clearDraft = async (
  within: Context,
  { version, ...owner }: Owner & { version: number | undefined },
): Promise<void> => {
  await writeDraft(within, owner, { times: null, version })
}

/** Job: deletes the drafts of fairs that have ended. */
export const deleteEndedDrafts = async (context: Context): Promise<void> => {
  await context.database.execute(sql`
    DELETE FROM free_time_drafts USING fairs WHERE fairs.id = free_time_drafts.fair_id
      AND (fairs.phase = 'expired' OR fairs.ends_at <= ${context.now().toISOString()}::timestamptz)`)
}
