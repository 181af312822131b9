import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handler } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import type { forms as contract } from '../../contract.ts'
import { listStatesBefore, planHandling } from '../../rules.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { findAccountNames, findRequest, presentRequest } from '../../server/present-requests.ts'
import { hasOffice } from '../../submission/server/check-record-keys.ts'
import { type FormRequestRow, formRequests } from '../../table.ts'

const toHandling = ({ state, assigneeId, office }: FormRequestRow) => ({ state, assigneeId, office })

/** Returns the accounts that may be assignees: active, with write access to requests. */
export const findAssignableStaff = (context: Context) =>
  context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(levels, eq(levels.id, users.levelId))
    .where(and(eq(users.state, 'active'), sql`'console:forms:write' = ANY(${levels.scopes})`))
    .orderBy(asc(users.name))

/** Assigns a request, changes its state or its office, and logs each change in its thread. */
export const updateRequest: Handler<typeof contract.update> = (context, { params, body, sent, stamp }) =>
  context.transaction(async (within) => {
    if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
    const before = await findRequest(within, params.id, true)
    if (before.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, before))
    const assigneeId = sent.has('assignee') ? body.assignee : undefined
    if (assigneeId && !(await findAssignableStaff(within)).some(({ id }) => id === assigneeId))
      throw new AppError('invalid', { fields: { assignee: 'choose' } })
    const office = sent.has('office') ? body.office : undefined
    if (office && !(await hasOffice(within, office))) throw new AppError('invalid', { fields: { office: 'choose' } })
    const plan = planHandling(before, { state: body.state, assigneeId, office }, within.principal.userId)
    if (!plan) throw new AppError('conflict')
    const now = within.now()
    const [row] = await changeRows(within, formRequests, {
      ...plan,
      ...(sent.has('office') && { office: body.office }),
      answeredAt: plan.state === 'answered' ? (before.answeredAt ?? now) : before.answeredAt,
      closedAt: plan.state === 'closed' ? (before.closedAt ?? now) : null,
      // Reopening undoes a merge.
      mergedInto: plan.state === 'closed' ? before.mergedInto : null,
    })
      .where(
        and(
          eq(formRequests.id, params.id),
          eq(formRequests.updatedAt, stamp),
          inArray(formRequests.state, listStatesBefore(plan.state)),
        ),
      )
      .returning()
    if (!row) throw new AppError('conflict')
    if (row.state !== before.state) await addThreadEntry(within, row.id, { kind: 'event', what: row.state })
    if (row.assigneeId !== before.assigneeId && row.assigneeId) {
      const names = await findAccountNames(within, [row.assigneeId])
      await addThreadEntry(within, row.id, { kind: 'event', what: 'taken', text: names.get(row.assigneeId) ?? '' })
    }
    if (row.office !== before.office)
      await addThreadEntry(within, row.id, { kind: 'event', what: 'office', text: row.office ?? '' })
    await auditRequest(within, 'update', row, { before: toHandling(before), after: toHandling(row) })
    return { form: await presentRequest(within, row) }
  })
