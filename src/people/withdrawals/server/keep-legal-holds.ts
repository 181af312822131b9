import { and, eq, gt, lte } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { decryptText } from '#kit/auth/vault.ts'
import type { Context } from '#kit/server/context.ts'
import type { Basis } from '../rules.ts'
import { legalHolds } from '../table.ts'

/** Returns the retained records of a hold, for those entitled by law. Null once the retention period has ended. */
export const readHold = async (
  context: Context,
  id: string,
): Promise<{ basis: Basis; withdrawalId: string; text: string } | null> => {
  const [row] = await context.database
    .select()
    .from(legalHolds)
    .where(and(eq(legalHolds.id, id), gt(legalHolds.until, context.now())))
  return row
    ? {
        basis: row.basis,
        withdrawalId: row.withdrawalId,
        text: decryptText(context.services.vault, row.sealed, row.id),
      }
    : null
}

/** Deletes records after their retention period; a run that deleted something writes an audit line with the counts. */
export const deleteExpiredHolds = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const removed = await within.database
      .delete(legalHolds)
      .where(lte(legalHolds.until, within.now()))
      .returning({ basis: legalHolds.basis, records: legalHolds.records })
    const counts = Object.fromEntries(
      Map.groupBy(removed, ({ basis }) => basis)
        .entries()
        .map(([basis, rows]) => [basis, rows.reduce((sum, { records }) => sum + records, 0)]),
    )
    await writeAudit(within, {
      action: 'destroy',
      entity: 'withdrawals',
      summary: String(removed.length),
      after: counts,
    })
  })
