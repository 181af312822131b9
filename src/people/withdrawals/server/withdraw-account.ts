import { eq, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { encryptText } from '#kit/auth/vault.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { removeAnswersNaming, removeAnswersOfAccount } from '#kit/server/limits/idempotency.ts'
import { deleteMailsAbout } from '#people/messages/server/withdraw-messages.ts'
import { deleteFiles } from '#people/users/server/store-member-file.ts'
import { users } from '#people/users/table.ts'
import type { Reason } from '../rules.ts'
import { legalHolds, withdrawals } from '../table.ts'
import { collectFromModules, findBlockers, findRetained, findSubject } from './preview-withdrawal.ts'

/**
 * Ends an account permanently, in one transaction: encrypts and separates records retained by law, has every module
 * delete or anonymize its data, and leaves only the id in the account row. Locks the account first, so that one of two
 * concurrent calls withdraws. Throws `conflict` while something blocks it.
 */
export const withdrawAccount = async (
  context: Context,
  reason: Reason,
  { userId, reason: reasonGiven }: { userId: string; reason?: string } = context.principal,
): Promise<void> => {
  const files: string[] = []
  await context.transaction(async (within) => {
    const { rows } = await within.database.execute(
      sql`SELECT FROM users WHERE id = ${userId} AND state <> 'withdrawn' FOR UPDATE`,
    )
    if (rows.length === 0) throw new AppError('conflict')
    const subject = await findSubject(within, userId)
    if ((await findBlockers(within, subject)).length > 0) throw new AppError('conflict')
    const retained = await findRetained(within, subject)
    const now = within.now()
    const stamps = { createdAt: now, updatedAt: now }
    const [account] = await within.database.select({ kind: users.kind }).from(users).where(eq(users.id, userId))
    const withdrawalId = within.newId()
    await within.database
      .insert(withdrawals)
      .values({ ...stamps, id: withdrawalId, userId, kind: account?.kind ?? 'PERSON', reason })
    for (const { basis, until, records } of retained) {
      const id = within.newId()
      const text = JSON.stringify({ account: subject, records })
      const locked = encryptText(within.services.vault, text, id)
      await within.database
        .insert(legalHolds)
        .values({ ...stamps, id, withdrawalId, basis, until, records: records.length, sealed: locked })
    }
    files.push(...(await collectFromModules(within, (personal) => personal.forget?.(within, subject))))
    const contacts = [subject.email, subject.phone].filter((contact) => contact !== null)
    await removeAnswersOfAccount(within, userId)
    // Stored idempotent responses to staff can contain the member's text.
    await removeAnswersNaming(within, [userId, ...contacts])
    await deleteMailsAbout(within, { userId, contacts })
    await writeAudit(within, {
      action: 'withdraw',
      entity: 'users',
      entityId: userId,
      summary: '',
      // A withdrawal by staff is logged with their name and reason.
      ...(reasonGiven === undefined ? { ofMember: true } : { after: { reason: reasonGiven } }),
    })
  })
  // The file rows are already detached; the hourly job deletes what a crash here leaves behind.
  await deleteFiles(context, files)
}
