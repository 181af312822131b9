import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { matchingPhases } from '#match/fairs/contract.ts'
import { fairs } from '#match/fairs/table.ts'
import { withdrawMessages } from '#people/messages/server/withdraw-messages.ts'
import { type MatchingState, type Side, statesBefore } from '../rules.ts'
import { type EventTime, type MatchingRow, matchingEvents, matchingPicks, matchings } from '../table.ts'
import { type FoundMatching, findMatching } from './find-matchings.ts'
import { type MailKind, sendMatchingMail } from './send-matching-mail.ts'

/** Column values that free the slot and the place, and end a hold. */
export const clearedMeeting = {
  way: null,
  slotId: null,
  startsAt: null,
  endsAt: null,
  place: null,
  heldUntil: null,
} as const

/** A condition besides the state, and the error to throw if only this condition fails. */
export interface Condition {
  holds: SQL | undefined
  refusal: AppError
}

/**
 * Moves a matching to a state in one statement, if the transition is allowed and `further` holds. Throws `conflict`, or
 * the refusal of `further`.
 */
export const changeState = async (
  within: Context,
  id: string,
  to: MatchingState,
  values: Partial<MatchingRow>,
  further?: Condition,
): Promise<void> => {
  const changed = await changeRows(within, matchings, { ...values, state: to })
    .where(and(eq(matchings.id, id), inArray(matchings.state, statesBefore(to)), further?.holds))
    .returning({ id: matchings.id })
  if (changed.length > 0) return
  const allowed = await within.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(and(eq(matchings.id, id), inArray(matchings.state, statesBefore(to))))
  throw allowed.length > 0 && further ? further.refusal : new AppError('conflict')
}

/** Deletes the offered times of a matching. */
export const deletePicks = async (within: Context, id: string): Promise<void> => {
  await within.database.delete(matchingPicks).where(eq(matchingPicks.matchingId, id))
}

/** Cancels unsent reminders of a meeting that was moved or cancelled; call it in the transaction of that change. */
const stopReminders = async (within: Context, id: string): Promise<void> => {
  const { rows } = await within.database.execute<{ messages: string[] }>(sql`
    DELETE FROM meeting_reminders USING matchings
    WHERE matchings.id = ${id} AND meeting_reminders.matching_id = matchings.id
      AND matchings.starts_at IS DISTINCT FROM meeting_reminders.starts_at
    RETURNING meeting_reminders.messages`)
  await withdrawMessages(
    within,
    rows.flatMap(({ messages }) => messages),
  )
}

/**
 * Set if the operator acts for a company: the reason, and the version of the matching (`updatedAt`) that the operator
 * saw.
 */
export interface OnBehalf {
  reason: string
  stamp: Date
}

/**
 * SQL condition: the matching is unchanged since the operator saw it. Undefined for the companies, who act on the
 * current version.
 */
export const asSeen = (onBehalf: OnBehalf | undefined): SQL | undefined =>
  onBehalf && eq(matchings.updatedAt, onBehalf.stamp)

/** Returns `conflict` if the matching has changed since the operator saw it, else null. */
export const whyNotSeen = ({ matching }: FoundMatching, onBehalf: OnBehalf | undefined): AppError | null =>
  onBehalf && onBehalf.stamp.getTime() !== matching.updatedAt.getTime()
    ? new AppError('conflict', { fields: { state: 'matching_changed' } })
    : null

export interface MatchingChange {
  /** The matching before the change. */
  before: FoundMatching
  action: string
  side: Side | 'operator' | 'system'
  /** Set if the operator acts for `side`, which is notified with the reason. */
  onBehalf?: Pick<OnBehalf, 'reason'> | undefined
  to: MatchingState
  reason?: string
  times?: EventTime[]
  /** Times that the offer still holds. */
  left?: EventTime[]
  /** Sides to mail. Open screens of both sides and of staff are updated in any case. */
  mail?: { kind: MailKind; to: readonly Side[] }
  /** True while the change is unreleased: the companies see nothing of it. */
  hidden?: boolean
}

/** Records a change in the caller's transaction: history, audit log, and notifications of both sides. */
export const recordChange = async (within: Context, happening: MatchingChange): Promise<void> => {
  const { before, action, onBehalf, to, reason = '', times = [], left = [], mail, hidden = false } = happening
  const actedFor = onBehalf && (happening.side === 'seller' || happening.side === 'buyer') ? happening.side : null
  const side = actedFor ? 'operator' : happening.side
  const { matching, seller, buyer } = before
  const now = within.now()
  const actor = within.scope.principal
  await within.database.insert(matchingEvents).values({
    id: within.newId(),
    matchingId: matching.id,
    action,
    side,
    actedFor,
    actorId: actor?.userId ?? null,
    fromState: action === 'request' ? null : matching.state,
    toState: to,
    reason: onBehalf?.reason ?? reason,
    times,
    shown: !hidden,
    createdAt: now,
    updatedAt: now,
  })
  if (actor)
    await writeAudit(within, {
      action,
      entity: 'matchings',
      entityId: matching.id,
      summary: `${before.buyerCompany.name} → ${before.sellerCompany.name}`,
      before: { state: matching.state },
      after: { state: to, side, times, ...(actedFor && { actedFor, reason: onBehalf?.reason }) },
    })
  if (matching.startsAt && !hidden) await stopReminders(within, matching.id)
  await publishEvent(
    within,
    { users: hidden ? [] : [seller.userId, buyer.userId], scope: 'console:fairs' },
    { topic: 'matchings', id: matching.id },
  )
  const after = mail || actedFor ? await findMatching(within, matching.id, false) : null
  if (!after) return
  for (const told of mail?.to ?? [])
    if (mail) await sendMatchingMail(within, mail.kind, after, told, { reason, times, left })
  if (actedFor && onBehalf)
    await sendMatchingMail(within, 'acted', after, actedFor, { reason: onBehalf.reason, times, left, action })
}

/**
 * Condition: the companies may move or cancel the meeting, until the deadline of the fair before the time that they
 * see.
 */
export const canChange = (now: Date, { matching }: FoundMatching): Condition => ({
  holds: sql`${matchings.state} = 'confirmed' AND ${matching.startsAt?.toISOString() ?? null}::timestamptz
    - make_interval(hours => (SELECT change_hours FROM fairs WHERE fairs.id = ${matchings.fairId}))
    > ${now.toISOString()}::timestamptz`,
  refusal: new AppError('too_late', { fields: { state: 'matching_late' } }),
})

/** SQL condition: the companies were notified that the meeting is suspended with its fair, and of no time since. */
export const isSuspended: SQL = sql`EXISTS (SELECT FROM ${matchingEvents} AS suspended
  WHERE suspended.matching_id = ${matchings.id} AND suspended.action = 'suspend' AND NOT EXISTS (
    SELECT FROM ${matchingEvents} AS since WHERE since.matching_id = suspended.matching_id AND since.seq > suspended.seq
      AND since.action IN ('resume', 'confirm', 'move', 'place')))`

/** Returns the ids of the matchings whose meetings are suspended with their fair. */
export const suspendedOf = async (context: Context, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(and(inArray(matchings.id, [...ids]), isSuspended))
  return new Set(rows.map(({ id }) => id))
}

/** Condition: the meeting has begun and was not suspended with its fair. The matching must be locked. */
export const hasBegun = (now: Date, { matching: { startsAt } }: FoundMatching): Condition => ({
  holds: sql`${matchings.startsAt} <= ${now.toISOString()}::timestamptz AND NOT ${isSuspended}`,
  refusal:
    startsAt && startsAt <= now ? fairClosedError() : new AppError('conflict', { fields: { state: 'matching_early' } }),
})

/** SQL condition: the fair is in a phase in which meetings are arranged. */
export const isArranging = (fairId: SQL): SQL =>
  sql`EXISTS (SELECT FROM fairs WHERE fairs.id = ${fairId} AND ${inArray(fairs.phase, [...matchingPhases])})`

export const fairClosedError = (): AppError => new AppError('conflict', { fields: { fair: 'matching_phase' } })

/** Refusal for the companies while a change of the operator is unreleased: until the release they can only cancel. */
export const beingArrangedError = (): AppError => new AppError('conflict', { fields: { state: 'matching_arranging' } })

/** Like `arranging`, for the operator who acts on behalf of a company. */
export const unreleasedError = (): AppError => new AppError('conflict', { fields: { state: 'matching_untold' } })
