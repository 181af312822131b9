import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { RouteDeclaration } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { ApprovalCall, Approvals, DescribeApproval } from '#kit/module/module.ts'
import { mayRequest, type Scope, scopeOfRoute, sectionOf } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { type ApprovalState, daysToDecide, hoursToAct } from '../rules.ts'
import { approvals } from '../table.ts'

interface AskedRoute {
  route: RouteDeclaration
  describe: DescribeApproval
}

/** Returns the route of a stored call; undefined if the product no longer has it. */
export const findRequestedRoute = (
  { services }: Context,
  call: Pick<ApprovalCall, 'method' | 'path'>,
): AskedRoute | undefined => {
  for (const { contract, asked = {} } of services.modules)
    for (const [key, route] of Object.entries(contract)) {
      const describe = asked[key]
      if (describe && route.method === call.method && route.path === call.path) return { route, describe }
    }
  return undefined
}

/** Returns the scopes whose requests the caller may decide. */
export const listDecidableScopes = ({ services, principal }: Context): Scope[] => [
  ...new Set(
    services.modules.flatMap(({ contract }) =>
      Object.values(contract).flatMap((route) => {
        const scope = route.together && scopeOfRoute(route)
        const section = scope && sectionOf(scope)
        return scope && section && mayRequest(principal.scopes, section) ? [scope] : []
      }),
    ),
  ),
]

export const hour = 3_600_000

/** Milliseconds in which a request can be decided, and in which an approval can be used. */
export const [timeToDecide, timeToAct] = [daysToDecide * 24 * hour, hoursToAct * hour]

/** SQL timestamp of this many milliseconds ago. */
export const agoSql = (context: Context, milliseconds: number): SQL =>
  sql`${new Date(context.now().getTime() - milliseconds).toISOString()}::timestamptz`

/** SQL of the current state: reports an overdue request as expired even before the job has updated it. */
export const currentStateSql = (context: Context): SQL<ApprovalState> => sql<ApprovalState>`CASE
  WHEN ${approvals.state} = 'asked' AND ${approvals.createdAt} <= ${agoSql(context, timeToDecide)} THEN 'expired'
  WHEN ${approvals.state} = 'approved' AND ${approvals.decidedAt} <= ${agoSql(context, timeToAct)} THEN 'expired'
  ELSE ${approvals.state} END`

/** Marks overdue requests as expired. */
export const expireOverdue = (context: Context) =>
  context.database
    .update(approvals)
    .set({ state: 'expired', updatedAt: context.now() })
    .where(and(eq(approvals.state, 'asked'), lte(approvals.createdAt, agoSql(context, timeToDecide))))

/** Port for the kernel: stores requested calls, and lets an approval be used once. */
export const approvalPort: Approvals = {
  async store(context, call) {
    const route = findRequestedRoute(context, call)
    const scope = route && scopeOfRoute(route.route)
    if (!route || !scope) throw new Error(`${call.method} ${call.path} has no approval request`)
    const subject = await route.describe(context, call)
    if (!subject) throw new AppError('not_found')
    const now = context.now()
    // Expire overdue requests first, so that an old one does not block this one.
    await expireOverdue(context)
    const [row] = await context.database
      .insert(approvals)
      .values({
        id: context.newId(),
        createdAt: now,
        updatedAt: now,
        method: call.method,
        path: call.path,
        scope,
        params: call.params ?? {},
        body: call.body ?? {},
        byAsker: route.route.together === 'by-asker',
        askedBy: context.principal.userId,
        state: 'asked',
      })
      .onConflictDoNothing()
      .returning({ id: approvals.id })
    if (!row) throw new AppError('asked_already')
    const summary = subject.logged ?? subject.title
    await writeAudit(context, { action: 'ask', entity: 'approvals', entityId: row.id, summary })
    return row.id
  },

  async consume(context, call) {
    const used = await context.database
      .update(approvals)
      .set({ state: 'done', updatedAt: context.now() })
      .where(
        eq(
          approvals.id,
          sql`(SELECT id FROM ${approvals} WHERE state = 'approved' AND by_asker
            AND asked_by = ${context.principal.userId}::uuid AND method = ${call.method} AND path = ${call.path}
            AND params = ${JSON.stringify(call.params ?? {})}::jsonb
            AND decided_at > ${agoSql(context, timeToAct)}
            ORDER BY decided_at LIMIT 1 FOR UPDATE SKIP LOCKED)`,
        ),
      )
      .returning({ body: approvals.body })
    return used[0] ?? null
  },
}

/** Deletes the requests about a withdrawing member's record, because their reasons contain personal data. */
export const deleteRequestsAbout = async ({ database }: Context, id: string): Promise<void> => {
  await database.delete(approvals).where(sql`${approvals.params} @> ${JSON.stringify({ id })}::jsonb`)
}
