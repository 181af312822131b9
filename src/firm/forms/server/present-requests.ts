import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import type { Entry, FormRequest, FormSummary } from '../contract.ts'
import { findDuplicates, findMergeTarget, listMergedRequests } from '../duplicates/server/find-duplicates.ts'
import { summarizeMessage } from '../rules.ts'
import { type FormDefinition, findFormDefinition } from '../submission/server/find-form-definition.ts'
import { type FormFileRow, type FormRequestRow, formEntries, formFiles, formRequests } from '../table.ts'
import { presentFiles } from './present-files.ts'

/** Returns account names by id. */
export const findAccountNames = async (context: Context, ids: (string | null)[]): Promise<Map<string, string>> => {
  const knownIds = [...new Set(ids.filter((id) => id !== null))]
  if (knownIds.length === 0) return new Map()
  const rows = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, knownIds))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const presentPerson = (names: Map<string, string>, id: string | null) =>
  id ? { _id: id, name: names.get(id) ?? '' } : null

type ListedRequest = Pick<
  FormRequestRow,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'number'
  | 'kind'
  | 'state'
  | 'locale'
  | 'name'
  | 'practice'
  | 'office'
  | 'answers'
  | 'assigneeId'
>

/** Presents requests for a list, with three queries for any number of rows. */
export const presentRequests = async (rows: ListedRequest[], context: Context): Promise<FormSummary[]> => {
  const ids = rows.map(({ id }) => id)
  const names = await findAccountNames(
    context,
    rows.map(({ assigneeId }) => assigneeId),
  )
  const counts = await context.database
    .select({ id: formFiles.requestId, files: sql<number>`count(*)::int` })
    .from(formFiles)
    .where(and(inArray(formFiles.requestId, ids), isNull(formFiles.entryId)))
    .groupBy(formFiles.requestId)
  const files = new Map(counts.map((row) => [row.id, row.files]))
  return rows.map((row) => ({
    ...toRecord(row),
    subject: summarizeMessage(row.answers.message ?? ''),
    building: row.answers.building ?? '',
    files: files.get(row.id) ?? 0,
    assignee: presentPerson(names, row.assigneeId),
  }))
}

const presentThread = async (context: Context, id: string, files: FormFileRow[]): Promise<Entry[]> => {
  const rows = await context.database
    .select({ entry: formEntries, mail: outbox.state, until: outbox.notBefore })
    .from(formEntries)
    .leftJoin(outbox, eq(outbox.id, formEntries.mailId))
    .where(eq(formEntries.requestId, id))
    .orderBy(asc(formEntries.createdAt), asc(formEntries.id))
  return rows.map(({ entry, mail, until }) => ({
    ...toRecord(entry),
    mail,
    until: until?.toISOString() ?? null,
    files: presentFiles(
      context,
      files.filter(({ entryId }) => entryId === entry.id),
    ),
  }))
}

/** Returns a request by id, locked with `FOR UPDATE` if `lock` is set. Throws `not_found`. */
export const findRequest = async (context: Context, id: string, lock = false): Promise<FormRequestRow> => {
  const query = context.database.select().from(formRequests).where(eq(formRequests.id, id))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) throw new AppError('not_found')
  return row
}

/** Returns questions and answers in Korean, in the order of the form. */
export const presentAnswers = ({ fields }: FormDefinition, answers: Record<string, string>): FormRequest['answers'] =>
  fields.flatMap(({ name, kind, label, options }) => {
    const value = answers[name]
    if (!value) return []
    const chosen = options.find((option) => option.value === value)
    const shown = kind === 'phone' ? formatPhone(value) : value
    return [{ name, label: label.ko, value: chosen ? textIn('ko', chosen.label) : shown }]
  })

/** Presents a request with all details for staff; thumbnail URLs expire after five minutes. */
export const presentRequest = async (context: Context, row: FormRequestRow): Promise<FormRequest> => {
  const kind = await findFormDefinition(context, row.kind)
  const files = await context.database
    .select()
    .from(formFiles)
    .where(eq(formFiles.requestId, row.id))
    .orderBy(asc(formFiles.position))
  const names = await findAccountNames(context, [row.assigneeId])
  const thread = await presentThread(context, row.id, files)
  return {
    ...toRecord(row),
    phone: formatPhone(row.phone),
    assignee: presentPerson(names, row.assigneeId),
    message: row.answers.message ?? '',
    answers: presentAnswers(kind, row.answers),
    files: presentFiles(
      context,
      files.filter(({ entryId }) => entryId === null),
    ),
    thread,
    others: await findDuplicates(context, row),
    mergedInto: await findMergeTarget(context, row),
    merged: await listMergedRequests(context, row),
  }
}
