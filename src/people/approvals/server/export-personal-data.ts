import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '#kit/module/module.ts'
import { approvals } from '../table.ts'
import { deleteRequestsAbout } from './request-approval.ts'

export const personal: PersonalData = {
  /** Deletes requests about the account, and the reasons that it wrote as staff. */
  async forget(context, { userId }) {
    await deleteRequestsAbout(context, userId)
    // Without the requester a pending request can no longer be granted.
    await context.database
      .update(approvals)
      .set({
        body: {},
        state: sql`CASE WHEN ${approvals.state} = 'asked' THEN 'withdrawn' ELSE ${approvals.state} END`,
      })
      .where(eq(approvals.askedBy, userId))
    await context.database.update(approvals).set({ note: '' }).where(eq(approvals.decidedBy, userId))
    return []
  },
}
