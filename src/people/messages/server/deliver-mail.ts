import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { maxDeliveryAttempts } from '../sendings/rules.ts'
import { type OutboxRow, outbox } from '../table.ts'
import { classifyRefusal } from './classify-refusal.ts'
import { findSender, queueDelivery } from './queue-messages.ts'

/** Opens the attachments of a mail as streams; throws if one is missing. */
const openAttachments = ({ services }: Context, { id, attachments }: OutboxRow) =>
  Promise.all(
    attachments.map(async ({ key, ...file }) => {
      const content = await services.files.read(key)
      if (!content) throw new Error(`An attachment of the mail ${id} is missing`)
      return { ...file, content }
    }),
  )

/**
 * Delivers one mail of the outbox. The row is locked during the handover, so that two processes never send it
 * concurrently. A failure is thrown, and the queue retries with back-off.
 */
export const deliverMail = async (context: Context, id: string): Promise<void> => {
  const failure = await context.transaction(async (within) => {
    const [row] = await within.database
      .select()
      .from(outbox)
      .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')))
      .for('update', { skipLocked: true })
    if (!row) return undefined
    // The queue uses the clock of the database, which may be slightly ahead of this one.
    if (row.notBefore && row.notBefore > within.now()) {
      await queueDelivery(within, row)
      return undefined
    }
    const sender = await findSender(within)
    const changeRow = (values: Partial<typeof outbox.$inferInsert>) =>
      within.database
        .update(outbox)
        .set({ ...values, updatedAt: within.now() })
        .where(eq(outbox.id, id))
    // Too late: the content has expired.
    if (row.forgetAt && row.forgetAt <= within.now()) {
      await changeRow({ state: 'failed', html: '', text: '', attachments: [], forgetAt: null })
      return undefined
    }
    const { mail, sms } = within.services
    const send =
      row.channel === 'sms'
        ? sms && (async () => sms.send({ id, to: row.recipient, text: row.text }))
        : mail &&
          sender &&
          (async () =>
            mail.send({
              id,
              from: sender,
              to: row.recipient,
              subject: row.subject,
              html: row.html,
              text: row.text,
              attachments: await openAttachments(within, row),
            }))
    if (!send) {
      await changeRow({ state: 'held' })
      return undefined
    }
    try {
      await send()
      await changeRow({
        state: 'sent',
        sentAt: within.now(),
        error: null,
        attempts: row.attempts + 1,
        // Delete secrets such as codes once they are sent.
        ...(row.forgetAt && { html: '', text: '', forgetAt: null }),
      })
      return undefined
    } catch (error) {
      const isFinal = classifyRefusal(error) === 'never' || row.attempts + 1 >= maxDeliveryAttempts
      await changeRow({
        state: isFinal ? 'failed' : 'waiting',
        error: (error as Error).message.slice(0, 500),
        attempts: row.attempts + 1,
      })
      // The queue stores and logs the error, and server responses repeat the recipient's address, so only a code is
      // thrown.
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      return isFinal ? undefined : new Error(`The mail ${id} was not accepted: ${responseCode ?? code ?? 'no reason'}`)
    }
  })
  if (failure) throw failure
}
