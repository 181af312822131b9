import { and, asc, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { sectionOf } from '#kit/scopes.ts'
import { Context, type Handlers } from '#kit/server/context.ts'
import { Kernel, PendingAnswer } from '#kit/server/kernel.ts'
import { likePattern } from '#kit/server/records/search-conditions.ts'
import { users } from '#people/users/table.ts'
import type { Approval, approvals as contract } from '../contract.ts'
import type { ApprovalState } from '../rules.ts'
import { approvals } from '../table.ts'
import {
  currentStateSql,
  findRequestedRoute,
  listDecidableScopes,
  timeToAct,
  timeToDecide,
} from './request-approval.ts'

type Row = typeof approvals.$inferSelect

const deciders = alias(users, 'deciders')
const ReasonAnswer = z.object({ reason: z.string() })

interface ApprovalWithState {
  row: Row
  /** State at this moment. */
  state: ApprovalState
  asker: string
  decider: string | null
}

const findApprovals = (context: Context, where: SQL | undefined) =>
  context.database
    .select({ row: approvals, state: currentStateSql(context), asker: users.name, decider: deciders.name })
    .from(approvals)
    .innerJoin(users, eq(users.id, approvals.askedBy))
    .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
    .where(where)
    .$dynamic()

/** Requests visible to the caller: those they may decide and those they made. */
const isVisibleSql = (context: Context): SQL | undefined =>
  or(eq(approvals.askedBy, context.principal.userId), inArray(approvals.scope, listDecidableScopes(context)))

/** Requests whose note, or whose requester's or decider's name, contains the words. */
const containsWordsSql = (words: string): SQL => sql`(${approvals.note} ILIKE ${likePattern(words)}
  OR EXISTS (SELECT FROM users AS person WHERE person.id IN (${approvals.askedBy}, ${approvals.decidedBy})
    AND person.name ILIKE ${likePattern(words)}))`

const calculateUntil = ({ row: { createdAt, decidedAt }, state }: ApprovalWithState): Date | null => {
  if (state === 'asked') return new Date(createdAt.getTime() + timeToDecide)
  return state === 'approved' && decidedAt ? new Date(decidedAt.getTime() + timeToAct) : null
}

const findSubject = async (context: Context, row: Row) =>
  (await findRequestedRoute(context, row)?.describe(context, row)) ?? null

const presentApproval = async (context: Context, found: ApprovalWithState): Promise<Approval> => {
  const { row, state, asker, decider } = found
  const subject = await findSubject(context, row)
  const isOwnRequest = row.askedBy === context.principal.userId
  const reason = ReasonAnswer.safeParse(row.body)
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    section: sectionOf(row.scope) ?? '',
    subject: subject && { title: subject.title, to: subject.to },
    reason: reason.success ? reason.data.reason : '',
    state,
    until: calculateUntil(found)?.toISOString() ?? null,
    asked: { _id: row.askedBy, name: asker },
    decided: row.decidedBy ? { _id: row.decidedBy, name: decider ?? '' } : null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    isMine: isOwnRequest,
    mayDecide: !isOwnRequest && state === 'asked' && listDecidableScopes(context).includes(row.scope),
  }
}

const findOne = async (context: Context, id: string): Promise<ApprovalWithState> => {
  const [found] = await findApprovals(context, and(eq(approvals.id, id), isVisibleSql(context)))
  if (!found) throw new AppError('not_found')
  return found
}

const presentById = async (context: Context, id: string) => ({
  approval: await presentApproval(context, await findOne(context, id)),
})

/** Throws `second_person` if the request is the caller's, otherwise `conflict`: it is decided or expired. */
const refuseDecision = async (context: Context, id: string): Promise<never> => {
  const { row } = await findOne(context, id)
  if (row.askedBy === context.principal.userId) throw new AppError('second_person')
  throw new AppError('conflict')
}

/** Decides a pending request of another user, in one statement that repeats the conditions. */
const decideApproval = async (
  context: Context,
  id: string,
  change: { state: SQL | ApprovalState; note?: string },
  condition?: SQL,
): Promise<Row> => {
  const now = context.now()
  const [row] = await context.database
    .update(approvals)
    .set({ ...change, decidedBy: context.principal.userId, decidedAt: now, updatedAt: now })
    .where(
      and(
        eq(approvals.id, id),
        eq(currentStateSql(context), 'asked'),
        ne(approvals.askedBy, context.principal.userId),
        inArray(approvals.scope, listDecidableScopes(context)),
        condition,
      ),
    )
    .returning()
  return row ?? (await refuseDecision(context, id))
}

/** The requester is still active staff and may still request this action. */
const mayStillAskSql = sql`EXISTS (SELECT FROM users asker JOIN levels l ON l.id = asker.level_id
  WHERE asker.id = ${approvals.askedBy} AND asker.state = 'active'
    AND (${approvals.scope} = ANY (l.scopes) OR regexp_replace(${approvals.scope}, ':write$', ':together') = ANY (l.scopes)))`

const auditApproval = async (context: Context, action: string, row: Row, after: object = {}) => {
  const subject = await findSubject(context, row)
  await writeAudit(context, {
    action,
    entity: 'approvals',
    entityId: row.id,
    summary: subject?.logged ?? subject?.title ?? row.path,
    after: { askedBy: row.askedBy, ...after },
  })
}

export const approvalHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit, sort, q, state, mine } = query
    const { userId } = context.principal
    const where = and(
      isVisibleSql(context),
      state && eq(currentStateSql(context), state),
      mine === undefined ? undefined : sql`(${approvals.askedBy} = ${userId}::uuid) = ${mine}`,
      q ? containsWordsSql(q) : undefined,
    )
    const direction = sort.startsWith('-') ? desc : asc
    const [rows, total] = await Promise.all([
      findApprovals(context, where)
        .orderBy(direction(approvals.createdAt), direction(approvals.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(approvals, where),
    ])
    return { approvals: await Promise.all(rows.map((row) => presentApproval(context, row))), total, page, limit }
  },

  get: (context, { params }) => presentById(context, params.id),

  approve: (context, { params }) =>
    context.transaction(async (within) => {
      const state = sql`CASE WHEN ${approvals.byAsker} THEN 'approved' ELSE 'done' END`
      const row = await decideApproval(within, params.id, { state }, mayStillAskSql)
      const route = findRequestedRoute(within, row)
      if (!route) throw new AppError('conflict')
      await auditApproval(within, 'approve', row)
      if (!row.byAsker) {
        // Execute as the approver, with the permission added for this one call. If the call is refused, the approval is
        // rolled back.
        const { principal, scope } = within
        const both = { ...scope, principal: { ...principal, scopes: [...principal.scopes, row.scope] } }
        const approval = await new Kernel(within.services).call(
          route.route,
          { params: row.params, body: row.body },
          both,
          new Context(within.services, both, within.database),
        )
        // The target's section has changed since, so this is a different action now.
        if (approval instanceof PendingAnswer) throw new AppError('conflict')
      }
      return presentById(within, row.id)
    }),

  refuse: (context, { params, body }) =>
    context.transaction(async (within) => {
      const row = await decideApproval(within, params.id, { state: 'refused', note: body.note })
      await auditApproval(within, 'refuse', row, { reason: body.note })
      return presentById(within, row.id)
    }),

  takeBack: (context, { params }) =>
    context.transaction(async (within) => {
      const [row] = await within.database
        .update(approvals)
        .set({ state: 'withdrawn', updatedAt: within.now() })
        .where(
          and(
            eq(approvals.id, params.id),
            eq(approvals.state, 'asked'),
            eq(approvals.askedBy, within.principal.userId),
          ),
        )
        .returning()
      if (!row) {
        const { row: current } = await findOne(within, params.id)
        throw new AppError(current.askedBy === within.principal.userId ? 'conflict' : 'forbidden')
      }
      await auditApproval(within, 'take_back', row)
      return presentById(within, row.id)
    }),
}
