import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { Decision } from '../contract-review.ts'
import { statesBefore } from '../rules.ts'
import { participations } from '../table.ts'
import { type FoundReview, selectReviews } from './find-reviews.ts'
import { lockParticipations } from './lock-participations.ts'
import { sendDecisionMail } from './send-decision-mail.ts'

interface DecisionInput {
  state: Decision
  reason: string
}

/**
 * Decides on participations in one statement that repeats the conditions: an allowed previous state, and no open matching when
 * refusing.
 */
export const decideParticipations = async (
  within: Context,
  ids: readonly string[],
  { state, reason }: DecisionInput,
  isUnchanged: SQL,
): Promise<FoundReview[]> => {
  if (state !== 'approved' && reason === '') throw new AppError('invalid', { fields: { reason: 'required' } })
  await lockParticipations(within, ids)
  const rows = await changeRows(within, participations, {
    state,
    reason: state === 'approved' ? '' : reason,
    decidedAt: within.now(),
    decidedBy: within.principal.userId,
  })
    .where(
      and(
        inArray(participations.id, [...ids]),
        inArray(participations.state, statesBefore(state)),
        isUnchanged,
        // A company with meetings cannot be refused until they are cancelled.
        sql`(${state} <> 'refused' OR NOT EXISTS (SELECT FROM matchings
          WHERE matchings.fair_id = ${participations.fairId}
            AND ${participations.profileId} IN (matchings.seller_id, matchings.buyer_id)
            AND matchings.state IN ('requested', 'offered', 'expired', 'confirmed')))`,
      ),
    )
    .returning({ id: participations.id })
  if (rows.length === 0) return []
  const decided = await selectReviews(within).where(
    inArray(
      participations.id,
      rows.map(({ id }) => id),
    ),
  )
  for (const { part, company, profile, fair } of decided) {
    await writeAudit(within, {
      action: state,
      entity: 'participations',
      entityId: part.id,
      summary: company.name,
      after: { state, reason: part.reason },
    })
    await sendDecisionMail(within, { part, profile, fair })
    await publishEvent(
      within,
      { users: [profile.userId], scope: 'console:fairs' },
      { topic: 'participations', id: part.id },
    )
  }
  return decided
}
