import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { withdrawMessages } from '#people/messages/server/withdraw-messages.ts'
import type { MatchingState, Side } from '../rules.ts'
import { type EventTime, matchingEvents } from '../table.ts'
import type { OnBehalf } from './check-conditions.ts'
import { type FoundMatching, findMatching } from './find-matchings.ts'
import { type MailKind, sendMatchingMail } from './send-matching-mail.ts'

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

interface MatchingChange {
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
  remainingTimes?: EventTime[]
  /** Sides to mail. Open screens of both sides and of staff are updated in any case. */
  mail?: { kind: MailKind; to: readonly Side[] }
  /** True while the change is unreleased: the companies see nothing of it. */
  hidden?: boolean
}

/** Records a change in the caller's transaction: history, audit log, and notifications of both sides. */
export const recordChange = async (within: Context, change: MatchingChange): Promise<void> => {
  const { before, action, onBehalf, to, reason = '', times = [], remainingTimes = [], mail, hidden = false } = change
  const actedFor = onBehalf && (change.side === 'seller' || change.side === 'buyer') ? change.side : null
  const side = actedFor ? 'operator' : change.side
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
  const after = mail || actedFor ? await findMatching(within, matching.id) : null
  if (!after) return
  for (const recipient of mail?.to ?? [])
    if (mail) await sendMatchingMail(within, mail.kind, after, recipient, { reason, times, remainingTimes })
  if (actedFor && onBehalf)
    await sendMatchingMail(within, 'acted', after, actedFor, { reason: onBehalf.reason, times, remainingTimes, action })
}
