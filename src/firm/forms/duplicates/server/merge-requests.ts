import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { addThreadEntry } from '../../server/add-thread-entry.ts'
import { auditRequest } from '../../server/audit-request.ts'
import { findRequest, presentRequest } from '../../server/present-requests.ts'
import { captureHandling, toHandlingColumns } from '../../server/restore-handling.ts'
import { type FormRequestRow, formEntries, formRequests } from '../../table.ts'
import type { duplicates } from '../contract.ts'

export const duplicateHandlers: Handlers<typeof duplicates> = {
  merge: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      if (body.other === params.id) throw new AppError('conflict')
      // Lock both rows in one order, so that two opposite merges cannot deadlock.
      const lockedRows = new Map<string, FormRequestRow>()
      for (const id of [params.id, body.other].sort()) lockedRows.set(id, await findRequest(within, id, true))
      const row = lockedRows.get(params.id)
      const other = lockedRows.get(body.other)
      if (!row || !other) throw new AppError('not_found')
      if (row.updatedAt.getTime() !== stamp.getTime()) return throwMissedUpdate(await presentRequest(within, row))
      const mergedCount = await within.database.$count(formRequests, eq(formRequests.mergedInto, other.id))
      if (row.mergedInto !== null || other.mergedInto !== null || mergedCount > 0) throw new AppError('conflict')
      const now = within.now()
      const [merged] = await changeRows(within, formRequests, {
        state: 'closed',
        closedAt: other.closedAt ?? now,
        mergedInto: row.id,
      })
        .where(and(eq(formRequests.id, other.id), sql`${formRequests.mergedInto} IS NULL`))
        .returning()
      const [target] = await changeRows(within, formRequests, {})
        .where(and(eq(formRequests.id, row.id), sql`${formRequests.mergedInto} IS NULL`))
        .returning()
      if (!merged || !target) throw new AppError('conflict')
      await addThreadEntry(within, row.id, { kind: 'event', what: 'merged', text: other.number })
      await addThreadEntry(within, other.id, {
        kind: 'event',
        what: 'merged_into',
        text: row.number,
        handling: { before: captureHandling(other), after: captureHandling(merged) },
      })
      await auditRequest(within, 'merge', row, { after: { other: other.number } })
      return { form: await presentRequest(within, target) }
    }),

  separate: (context, { params, body }) =>
    context.transaction(async (within) => {
      for (const id of [params.id, body.other].sort()) await findRequest(within, id, true)
      const row = await findRequest(within, params.id)
      const other = await findRequest(within, body.other)
      const [entry] = await within.database
        .select()
        .from(formEntries)
        .where(and(eq(formEntries.requestId, other.id), eq(formEntries.what, 'merged_into')))
        .orderBy(sql`${formEntries.id} DESC`)
        .limit(1)
      const before = entry?.handling?.before ?? { ...captureHandling(other), state: 'closed' as const }
      const [restored] = await changeRows(within, formRequests, { ...toHandlingColumns(before), mergedInto: null })
        .where(and(eq(formRequests.id, other.id), eq(formRequests.mergedInto, row.id)))
        .returning()
      if (!restored) throw new AppError('conflict')
      await addThreadEntry(within, row.id, { kind: 'event', what: 'separated', text: other.number })
      await addThreadEntry(within, other.id, { kind: 'event', what: 'separated', text: row.number })
      await auditRequest(within, 'separate', row, { after: { other: other.number } })
      return { form: await presentRequest(within, row) }
    }),
}
