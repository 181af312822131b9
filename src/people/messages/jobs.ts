import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { readSetting } from '#platform/settings/service.ts'
import { outbox } from './table.ts'

/** Attempts after which a mail rests as failed until somebody sends it again. */
const mostAttempts = 8

/** Permanent refusals (RFC 5321, 4.2.1): trying again changes nothing. */
const isPermanent = (error: unknown): boolean =>
  Math.floor(((error as { responseCode?: number }).responseCode ?? 0) / 100) === 5

/**
 * Delivers one mail of the outbox. The row is locked while it is handed over, so two processes never send it at once;
 * a failure is thrown, and the queue tries again later with growing pauses.
 */
export const deliverMail = async (context: Context, id: string): Promise<void> => {
  const failure = await context.transaction(async (within) => {
    const [row] = await within.database
      .select()
      .from(outbox)
      .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')))
      .for('update', { skipLocked: true })
    if (!row) return undefined
    const { mail: sender } = await readSetting(within)
    const change = (values: Partial<typeof outbox.$inferInsert>) =>
      within.database
        .update(outbox)
        .set({ ...values, updatedAt: within.now() })
        .where(eq(outbox.id, id))
    const { mail } = within.services
    if (!mail || !sender.senderAddress) {
      await change({ state: 'held' })
      return undefined
    }
    try {
      await mail.send({
        id,
        from: { name: sender.senderName, address: sender.senderAddress },
        to: row.recipient,
        subject: row.subject,
        html: row.html,
        text: row.text,
      })
      await change({ state: 'sent', sentAt: within.now(), error: null, attempts: row.attempts + 1 })
      return undefined
    } catch (error) {
      const over = isPermanent(error) || row.attempts + 1 >= mostAttempts
      await change({
        state: over ? 'failed' : 'waiting',
        error: (error as Error).message.slice(0, 500),
        attempts: row.attempts + 1,
      })
      // The queue keeps and logs what is thrown; servers repeat the recipient in what they answer.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      return over ? undefined : new Error(`The mail ${id} was not taken: ${responseCode ?? code ?? 'no reason'}`)
    }
  })
  if (failure) throw failure
}
