import { eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { lockForChange } from '../../server/change-own-matching.ts'
import { changeState } from '../../server/change-state.ts'
import { hasBegun } from '../../server/check-conditions.ts'
import { sideOf } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchingRatings, matchings } from '../../table.ts'

interface MeetingRating {
  fit: number
  preparation: number
  outcome: number
  line: string
  /** Free text of what was agreed; undefined: unchanged. */
  agreed?: string | undefined
}

/** Stores the rating of the caller's side, which confirms that the meeting took place. */
export const rateMeeting = async (within: Context, id: string, { agreed, ...rating }: MeetingRating): Promise<void> => {
  const before = await lockForChange(within, id)
  const side = sideOf(within, before)
  const now = within.now()
  if (before.matching.state === 'confirmed') await changeState(within, id, 'held', {}, hasBegun(now, before))
  else if (before.matching.state !== 'held') throw new AppError('conflict')
  await within.database
    .insert(matchingRatings)
    .values({ ...rating, matchingId: id, side, createdAt: now })
    .onConflictDoUpdate({ target: [matchingRatings.matchingId, matchingRatings.side], set: rating })
  if (agreed !== undefined) await changeRows(within, matchings, { agreed }).where(eq(matchings.id, id))
  await recordChange(within, { before, action: 'rate', side, to: 'held' })
}
