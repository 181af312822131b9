import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { DeskPart, DeskWork } from '#kit/module/desk.ts'
import { type MemberPart, type Module, maxMemberEntries } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { countFourWeeks } from '#kit/time/seoul-day.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import type { Entry, FormRequest, FormSummary } from '../contract.ts'
import { findDuplicates, findMergeTarget, listMergedRequests } from '../duplicates/server/find-duplicates.ts'
import { overdueDays, summarizeMessage } from '../rules.ts'
import { type FormDefinition, findFormDefinition } from '../submission/server/accept-request.ts'
import {
  type FormFileRow,
  type FormRequestRow,
  formEntries,
  formFiles,
  formRequests,
  undeliverableForms,
} from '../table.ts'
import { presentFiles } from './present-files.ts'

/** Returns account names by id. */
export const findAccountNames = async (context: Context, ids: (string | null)[]): Promise<Map<string, string>> => {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const person = (names: Map<string, string>, id: string | null) => (id ? { _id: id, name: names.get(id) ?? '' } : null)

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
    assignee: person(names, row.assigneeId),
  }))
}

const threadOf = async (context: Context, id: string, files: FormFileRow[]): Promise<Entry[]> => {
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
  fields.flatMap(({ name, label, options }) => {
    const value = answers[name]
    const chosen = options.find((option) => option.value === value)
    return value ? [{ name, label: label.ko, value: chosen ? textIn('ko', chosen.label) : value }] : []
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
  const thread = await threadOf(context, row.id, files)
  return {
    ...toRecord(row),
    assignee: person(names, row.assigneeId),
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

/** Returns the creation time before which a request without a reply is overdue. */
const threshold = (context: Context) => new Date(context.now().getTime() - overdueDays * 24 * 3_600_000)

/** Matches requests without a reply for longer than `overdueDays`. */
export const isOverdue = (context: Context): SQL | undefined =>
  and(inArray(formRequests.state, ['received', 'assigned']), lt(formRequests.createdAt, threshold(context)))

/** Matches requests without an assignee that are not overdue, so that none is counted twice. */
const isNew = (context: Context): SQL | undefined =>
  and(eq(formRequests.state, 'received'), gte(formRequests.createdAt, threshold(context)))

/**
 * Returns the dashboard part: counts and the first five of each kind; empty for accounts without access to requests.
 */
export const listWaitingWork = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:forms')) return {}
  const work = async (key: string, where: SQL | undefined, order: SQL): Promise<DeskWork> => {
    const rows = await context.database
      .select({ row: formRequests, total: sql<number>`(count(*) OVER ())::int` })
      .from(formRequests)
      .where(where)
      .orderBy(order)
      .limit(5)
    const entries = rows.map(({ row: { id, answers, number, name, state, createdAt } }) => ({
      _id: id,
      title: summarizeMessage(answers.message ?? '') || number,
      kind: name,
      mark: state === 'received' ? 'new' : 'assigned',
      at: createdAt.toISOString(),
      to: `/console/forms/${id}`,
    }))
    return { key, count: rows[0]?.total ?? 0, entries }
  }
  const since = new Date(context.now().getTime() - 28 * 24 * 3_600_000)
  const [received, overdue, requests, kept] = await Promise.all([
    context.database.execute<{ day: string; count: number }>(sql`
      SELECT to_char(created_at AT TIME ZONE 'Asia/Seoul', 'YYYY-MM-DD') AS day, count(*)::int AS count
      FROM form_requests WHERE created_at > ${since.toISOString()}::timestamptz GROUP BY 1`),
    work('forms.overdue', isOverdue(context), asc(formRequests.createdAt)),
    work('forms.requests', isNew(context), desc(formRequests.createdAt)),
    context.database.$count(undeliverableForms),
  ])
  return {
    works: [{ key: 'forms.kept', count: kept, entries: [] }, overdue, requests],
    series: { 'forms.received': countFourWeeks(context.now(), received.rows) },
  }
}

/** Counts the requests of each day of a period. */
export const countRequests: NonNullable<Module['counts']> = async (context, period) => ({
  'forms.received': await countByDay(context, { from: sql`form_requests`, at: sql`created_at` }, period),
})

/** Returns the latest requests sent from a member's e-mail address, for the member's page in the console. */
export const listMemberRequests: MemberPart['read'] = async (context, { email }) => {
  if (!email) return { total: 0, entries: [] }
  const own = sql`lower(${formRequests.email}) = ${email.toLowerCase()}`
  const rows = await context.database
    .select()
    .from(formRequests)
    .where(own)
    .orderBy(desc(formRequests.createdAt))
    .limit(maxMemberEntries)
  return {
    total: await context.database.$count(formRequests, own),
    entries: rows.map(({ id, answers, number, state, createdAt }) => ({
      _id: id,
      title: summarizeMessage(answers.message ?? '') || number,
      state,
      at: createdAt.toISOString(),
      to: `/console/forms/${id}`,
    })),
  }
}
