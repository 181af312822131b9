import { and, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { lockParticipation } from '../../availability/server/save-draft.ts'
import { lockForChange } from '../../server/change-own-matching.ts'
import { changeState, clearedMeeting } from '../../server/change-state.ts'
import { canChange, fairClosedError, isArranging } from '../../server/check-conditions.ts'
import { type FoundMatching, sideOf } from '../../server/find-matchings.ts'
import { meetingTime } from '../../server/format-meeting.ts'
import { requireOwnMatching } from '../../server/present-own-matching.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchings } from '../../table.ts'

/**
 * Throws `conflict` if a meeting that the buyer reopened exceeds the request limit. The participation is locked, as for
 * a new request, so that the two are counted one after the other.
 */
const assertRequestLimit = async (within: Context, { fair, buyer }: FoundMatching): Promise<void> => {
  const { rows } = await within.database.execute<{ beyond: boolean }>(sql`
    SELECT count_open_requests(${fair.id}, ${buyer.id}) > request_limit AS beyond FROM fairs WHERE id = ${fair.id}`)
  if (rows[0]?.beyond) throw new AppError('conflict', { fields: { state: 'matching_limit' } })
}

/** Gives up the time of a meeting of the caller's company, so that the seller offers new times. */
export const reopenMeeting = async (within: Context, id: string, reason: string): Promise<void> => {
  const found = await requireOwnMatching(within, id)
  const side = sideOf(within, found)
  // Lock the participation before the matching, in the same order as a new request.
  if (side === 'buyer') await lockParticipation(within, { fairId: found.fair.id, buyerId: found.buyer.id })
  const before = await lockForChange(within, id)
  if (before.matching.state !== 'confirmed') throw new AppError('conflict')
  const inTime = canChange(within.now(), before)
  // Refuse if no other time can be arranged, or the meeting would be lost.
  await changeState(
    within,
    id,
    'requested',
    { ...clearedMeeting, sequence: before.matching.sequence + 1 },
    {
      holds: and(inTime.holds, isArranging(sql`${matchings.fairId}`)),
      refusal: matchingPhases.includes(before.fair.phase) ? inTime.refusal : fairClosedError(),
    },
  )
  if (side === 'buyer') await assertRequestLimit(within, before)
  await recordChange(within, {
    before,
    action: 'reopen',
    side,
    to: 'requested',
    reason,
    times: meetingTime(before),
    mail: { kind: 'reopened', to: ['seller', 'buyer'] },
  })
}
