import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import type { FormRequest } from '../../contract.ts'
import { presentFiles } from '../../server/present-files.ts'
import { type FormRequestRow, formFiles, formRequests } from '../../table.ts'

/** Days before and after a request within which another may be its duplicate. */
const duplicateDays = 90

/** Minimum letters for equal texts to count as duplicates. */
const minLetters = 12

interface DuplicateRow extends Record<string, unknown> {
  id: string
  number: string
  created_at: Date
  name: string
  state: FormRequest['state']
  message: string
  by_phone: boolean
  by_email: boolean
  by_text: boolean
  is_merged: boolean
}

/** Returns possible duplicates: the same contact, or the same text ignoring white space. */
export const findDuplicates = async (context: Context, row: FormRequestRow): Promise<FormRequest['others']> => {
  const letters = (row.answers.message ?? '').replace(/\s+/g, '').length
  const email = row.email?.toLowerCase() ?? null
  const digest = sql`form_message_digest(${JSON.stringify({ message: row.answers.message ?? '' })}::jsonb)`
  const byPhone = row.phone === '' ? sql`false` : sql`phone = ${row.phone}`
  const byEmail = email === null ? sql`false` : sql`coalesce(lower(email) = ${email}, false)`
  const byText = letters < minLetters ? sql`false` : sql`form_message_digest(answers) = ${digest}`
  const at = sql`${row.createdAt.toISOString()}::timestamptz`
  const { rows } = await context.database.execute<DuplicateRow>(sql`
    SELECT id, number, created_at, name, state, answers ->> 'message' AS message,
      ${byPhone} AS by_phone, ${byEmail} AS by_email, ${byText} AS by_text,
      merged_into IS NOT NULL OR EXISTS (SELECT FROM form_requests AS m WHERE m.merged_into = form_requests.id) AS is_merged
    FROM form_requests
    WHERE id <> ${row.id} AND merged_into IS DISTINCT FROM ${row.id}::uuid AND (${byPhone} OR ${byEmail} OR ${byText})
      AND created_at BETWEEN ${at} - make_interval(days => ${duplicateDays}) AND ${at} + make_interval(days => ${duplicateDays})
    ORDER BY created_at DESC LIMIT 5`)
  return rows.map((found) => ({
    _id: found.id,
    number: found.number,
    createdAt: new Date(found.created_at).toISOString(),
    name: found.name,
    state: found.state,
    message: found.message ?? '',
    same: [
      ...(found.by_phone ? (['phone'] as const) : []),
      ...(found.by_email ? (['email'] as const) : []),
      ...(found.by_text ? (['text'] as const) : []),
    ],
    isMerged: found.is_merged,
  }))
}

/** Returns the request that this one was merged into. */
export const findMergeTarget = async (context: Context, row: FormRequestRow): Promise<FormRequest['mergedInto']> => {
  if (!row.mergedInto) return null
  const [found] = await context.database
    .select({ id: formRequests.id, number: formRequests.number })
    .from(formRequests)
    .where(eq(formRequests.id, row.mergedInto))
  return found ? { _id: found.id, number: found.number } : null
}

/** Returns the requests merged into this one, with their content. */
export const listMergedRequests = async (context: Context, row: FormRequestRow): Promise<FormRequest['merged']> => {
  const rows = await context.database
    .select()
    .from(formRequests)
    .where(eq(formRequests.mergedInto, row.id))
    .orderBy(asc(formRequests.createdAt))
  if (rows.length === 0) return []
  const files = await context.database
    .select()
    .from(formFiles)
    .where(
      inArray(
        formFiles.requestId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(formFiles.position))
  return rows.map((one) => ({
    ...toRecord(one),
    message: one.answers.message ?? '',
    files: presentFiles(
      context,
      files.filter(({ requestId, entryId }) => requestId === one.id && entryId === null),
    ),
  }))
}
