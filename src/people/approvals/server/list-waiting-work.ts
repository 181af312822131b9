import { and, eq, inArray, ne } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import type { Context } from '#kit/server/context.ts'
import { approvals } from '../table.ts'
import { currentStateSql, listDecidableScopes } from './request-approval.ts'

/** Returns the requests the caller may decide, and the approvals granted to the caller. */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  const { userId } = context.principal
  const state = currentStateSql(context)
  const [waiting, granted] = await Promise.all([
    context.database.$count(
      approvals,
      and(eq(state, 'asked'), inArray(approvals.scope, listDecidableScopes(context)), ne(approvals.askedBy, userId)),
    ),
    context.database.$count(approvals, and(eq(state, 'approved'), eq(approvals.askedBy, userId))),
  ])
  return {
    works: [
      { key: 'approvals.asked', count: waiting, entries: [] },
      { key: 'approvals.granted', count: granted, entries: [] },
    ],
  }
}
