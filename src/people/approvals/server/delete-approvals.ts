import { and, lt, ne } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { retentionDays } from '../rules.ts'
import { approvals } from '../table.ts'
import { agoSql, expireOverdue, hour } from './request-approval.ts'

/** Expires overdue requests and deletes those decided long ago. */
export const deleteOldApprovals = async (context: Context): Promise<void> => {
  await expireOverdue(context)
  await context.database
    .delete(approvals)
    .where(and(ne(approvals.state, 'asked'), lt(approvals.createdAt, agoSql(context, retentionDays * 24 * hour))))
}
