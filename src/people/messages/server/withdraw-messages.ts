import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { outbox } from '../table.ts'

/**
 * Withdraws a mail that was not handed over yet; false if it is too late. A mail with an attempt cannot be withdrawn,
 * because the server may have accepted it although the response was lost. Does not wait for a delivery: a row locked by
 * one counts as sent.
 */
export const withdrawMail = async (context: Context, id: string): Promise<boolean> => {
  const waiting = context.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting'), eq(outbox.attempts, 0)))
    .for('update', { skipLocked: true })
  const rows = await context.database
    .update(outbox)
    .set({ state: 'withdrawn', html: '', text: '', attachments: [], updatedAt: context.now() })
    .where(inArray(outbox.id, waiting))
    .returning({ id: outbox.id })
  return rows.length > 0
}

/**
 * Withdraws messages that were not sent, including those refused temporarily, because their content is outdated. Does
 * not wait for a delivery.
 */
export const withdrawMessages = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  const waiting = context.database
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(inArray(outbox.id, [...ids]), inArray(outbox.state, ['waiting', 'held'])))
    .for('update', { skipLocked: true })
  await context.database
    .update(outbox)
    .set({ state: 'withdrawn', html: '', text: '', attachments: [], forgetAt: null, updatedAt: context.now() })
    .where(inArray(outbox.id, waiting))
}

/** Deletes mails in any state, together with the records they are about. */
export const deleteMails = async (context: Context, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await context.database.delete(outbox).where(inArray(outbox.id, [...ids]))
}

/**
 * Deletes everything that was written to a withdrawn account, at any of its contacts, or about it. `contacts` are the
 * current ones, because a code may have been sent there before the first log-in.
 */
export const deleteMailsAbout = async (
  context: Context,
  { userId, contacts }: { userId: string; contacts: readonly string[] },
): Promise<void> => {
  const addresses = contacts.map((contact) => contact.toLowerCase())
  await context.database
    .delete(outbox)
    .where(
      or(
        eq(outbox.aboutUserId, userId),
        addresses.length > 0 ? inArray(sql`lower(${outbox.recipient})`, addresses) : undefined,
      ),
    )
}
