import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { scopeFor } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { type SendingRow, sendings } from '../../table.ts'
import type { SendingInput } from '../contract.ts'
import { listSourceStates, type SendingState } from '../rules.ts'
import { previewSending } from './preview-sending.ts'

export const findSending = async (context: Context, id: string): Promise<SendingRow> => {
  const [row] = await context.database.select().from(sendings).where(eq(sendings.id, id))
  if (!row) throw new AppError('not_found')
  return row
}

type StaffActs = Pick<SendingRow, 'askedBy' | 'askedAt' | 'approvedBy' | 'approvedAt' | 'returned'>

/** Moves a bulk message to a state if the transition is allowed; undefined if it is in another state or version. */
export const moveSending = async (
  context: Context,
  id: string,
  state: SendingState,
  { stamp, by, ...values }: { stamp?: Date | null; sendAt?: Date | null; by?: SQL } & Partial<StaffActs> = {},
): Promise<SendingRow | undefined> => {
  const [row] = await changeRows(context, sendings, { state, ...values })
    .where(
      and(
        eq(sendings.id, id),
        inArray(sendings.state, listSourceStates(state)),
        stamp ? eq(sendings.updatedAt, stamp) : undefined,
        by,
      ),
    )
    .returning()
  return row
}

/** Queues a run at a time; a job key keeps one queued run per bulk message. */
export const queueSending = (context: Context, id: string, at: Date): Promise<void> =>
  context.services.jobs.add(context.database, 'runSending', { id }, { runAt: at, key: `sending:${id}` })

/** Converts a draft to the input of the check. */
export const toSendingInput = (row: SendingRow): SendingInput => {
  const { channel, purpose, subject, html, text, alimtalk, audience, sendAt } = row
  return { channel, purpose, subject, html, text, alimtalk, audience, sendAt: sendAt?.toISOString() ?? null }
}

/** Throws if a bulk message cannot be sent or has no recipients. Returns whether a colleague must approve it. */
export const checkSendable = async (context: Context, input: SendingInput): Promise<boolean> => {
  if (input.sendAt && Date.parse(input.sendAt) < context.now().getTime() - 60_000)
    throw new AppError('invalid', { fields: { sendAt: 'sending_past' } })
  const { faults, allowed, needsApproval } = await previewSending(context, input)
  if (faults.includes('empty'))
    throw new AppError('invalid', { fields: { [input.channel === 'mail' ? 'html.ko' : 'text.ko']: 'no_words' } })
  if (faults.includes('no_sender')) throw new AppError('no_sender')
  if (faults.length > 0 || allowed === 0) throw new AppError('invalid', { fields: { audience: 'not_sendable' } })
  return needsApproval
}

/** Returns the names of colleagues who may approve the caller's bulk message. */
export const listApprovers = async (context: Context): Promise<string[]> => {
  const { rows } = await context.database.execute<{ name: string }>(sql`
    SELECT u.name FROM users u JOIN levels l ON l.id = u.level_id
    WHERE u.state = 'active' AND u.id <> ${context.principal.userId}
      AND l.scopes @> ${sql.param(['console', scopeFor('console:messages', 'write')])}::text[]
    ORDER BY u.name LIMIT 20`)
  return rows.map(({ name }) => name)
}
