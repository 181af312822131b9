import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { likePattern, windowQuery } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { users } from '#people/users/table.ts'
import { questions as contract, questionTemplates as templateContract } from '../contract.ts'
import { type QuestionRow, questions, questionTemplates } from '../table.ts'
import { addEntry, moveQuestion } from './change-question.ts'
import { notifyAnswer } from './notify-answer.ts'
import { countFiles, listEntries, presentLine, type QuestionLineRow } from './present-question.ts'
import { createFileUrl, storeQuestionFile } from './store-question-file.ts'

const templates = tableHandlers(templateContract, questionTemplates, {
  words: [questionTemplates.title, questionTemplates.text],
  title: (row) => row.title,
})

const searchedColumns = [
  questions.title,
  sql`(SELECT string_agg(text, ' ') FROM question_entries WHERE question_id = ${questions.id})`,
]

const presentOwnLines = async (rows: QuestionLineRow[], context: Context) => {
  const files = await countFiles(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentLine(row, files.get(row.id) ?? 0))
}

const ownHandlers = tableHandlers({ list: contract.mine, get: contract.open }, questions, {
  words: searchedColumns,
  title: (row) => row.id,
  owner: { column: questions.userId, of: (context) => context.principal.userId },
  presentLines: presentOwnLines,
  present: presentOwnLines,
})

/** SQL: the question or its author's name contains the words; uses the indexes of both. */
const matchesSql = (typed: string): SQL => {
  const normalized = typed.normalize('NFC').toLowerCase()
  const [windows, pattern] = [sql`${windowQuery(normalized)}::tsquery`, likePattern(normalized)]
  return sql`(${questions.id} IN (SELECT question_id FROM question_words WHERE windows @@ ${windows} AND words LIKE ${pattern})
    OR ${questions.userId} IN (SELECT found.user_id FROM member_words AS found JOIN users AS author ON author.id = found.user_id
      WHERE found.windows @@ ${windows} AND lower(author.name) LIKE ${pattern}))`
}

/** Returns names and addresses of the authors by id. */
const findAuthors = async (context: Context, rows: readonly { userId: string }[]) => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ userId }) => userId)
  const found = await context.database
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map((user) => [user.id, user]))
}

const presentStaffLines = async (
  rows: (QuestionLineRow & Pick<QuestionRow, 'userId' | 'locale'>)[],
  context: Context,
) => {
  const [lines, authors] = await Promise.all([presentOwnLines(rows, context), findAuthors(context, rows)])
  return lines.map((line, index) => {
    const { userId = '', locale = 'ko' } = rows[index] ?? {}
    return { ...line, locale, user: { _id: userId, name: authors.get(userId)?.name ?? '' } }
  })
}

const staffHandlers = tableHandlers({ list: contract.list, get: contract.get }, questions, {
  words: matchesSql,
  title: (row) => row.id,
  presentLines: presentStaffLines,
  lineColumns: ['userId', 'locale'],
  present: presentStaffLines,
})

const readInquire = async (context: Context, row: QuestionRow) => {
  const [line] = await presentOwnLines([row], context)
  if (!line) throw new AppError('not_found')
  const entries = await listEntries(context, row.id)
  return { inquire: { ...line, entries: entries.map(({ actor: _actor, ...entry }) => entry) } }
}

const readQuestion = async (context: Context, row: QuestionRow) => {
  const [[line], authors, entries] = await Promise.all([
    presentStaffLines([row], context),
    findAuthors(context, [row]),
    listEntries(context, row.id),
  ])
  if (!line) throw new AppError('not_found')
  return { question: { ...line, user: { ...line.user, email: authors.get(row.userId)?.email ?? null }, entries } }
}

const findQuestion = async (context: Context, id: string, condition?: SQL): Promise<QuestionRow> => {
  const [row] = await context.database
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), condition))
  if (!row) throw new AppError('not_found')
  return row
}

/** Counts a view without changing the version for optimistic locking. */
const countView = async (context: Context, id: string, condition?: SQL): Promise<QuestionRow> => {
  const [row] = await context.database
    .update(questions)
    .set({ views: sql`${questions.views} + 1` })
    .where(and(eq(questions.id, id), condition))
    .returning()
  if (!row) throw new AppError('not_found')
  return row
}

const isOwnSql = (context: Context): SQL => eq(questions.userId, context.principal.userId)

/** Audit entry of a question. Lines are permanent, so it is identified by its time: the subject may contain a name. */
const toAuditEntry = ({ id, createdAt }: QuestionRow) => ({
  entity: 'questions',
  entityId: id,
  summary: createdAt.toISOString().slice(0, 16).replace('T', ' '),
})

const auditQuestion = (context: Context, action: string, row: QuestionRow) =>
  writeAudit(context, { action, ...toAuditEntry(row) })

export const questionHandlers: Handlers<typeof contract> = {
  mine: ownHandlers.list,

  open: async (context, { params }) => readInquire(context, await countView(context, params.id, isOwnSql(context))),

  ask: (context, { body }) =>
    context.transaction(async (within) => {
      const now = within.now()
      const [row] = await within.database
        .insert(questions)
        .values({
          id: within.newId(),
          userId: within.principal.userId,
          type: body.type,
          title: body.title,
          locale: within.locale,
          createdAt: now,
          updatedAt: now,
        })
        .returning()
      if (!row) throw new AppError('not_found')
      await addEntry(within, row.id, 'member', body)
      return readInquire(within, row)
    }),

  goOn: (context, { params, body }) =>
    context.transaction(async (within) => {
      // A follow-up reopens the question unless it is closed.
      const [row] = await changeRows(within, questions, { state: 'open' })
        .where(and(eq(questions.id, params.id), isOwnSql(within), inArray(questions.state, ['open', 'answered'])))
        .returning()
      if (!row) {
        await findQuestion(within, params.id, isOwnSql(within))
        throw new AppError('conflict')
      }
      await addEntry(within, row.id, 'member', body)
      return readInquire(within, row)
    }),

  close: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await moveQuestion(within, params.id, 'closed', isOwnSql(within))
      // A question that is already closed is a success.
      return readInquire(within, row ?? (await findQuestion(within, params.id, isOwnSql(within))))
    }),

  async openFile(context, { params }) {
    await findQuestion(context, params.id, isOwnSql(context))
    return createFileUrl(context, params.id, params.file)
  },

  upload: async (context, { files }) => ({ file: await storeQuestionFile(context, contract.upload.upload, files[0]) }),

  list: staffHandlers.list,

  get: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await countView(within, params.id)
      await recordPersonalAccess(within, { act: 'read', ...toAuditEntry(row), of: row.userId })
      return readQuestion(within, row)
    }),

  answer: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const row = await moveQuestion(within, params.id, 'answered', eq(questions.updatedAt, stamp))
      if (!row) {
        const current = await findQuestion(within, params.id)
        if (current.state === 'closed') throw new AppError('conflict')
        return throwMissedUpdate((await readQuestion(within, current)).question)
      }
      await addEntry(within, row.id, 'staff', body)
      await notifyAnswer(within, row)
      await auditQuestion(within, 'answer', row)
      return readQuestion(within, row)
    }),

  uploadAnswer: async (context, { files }) => ({
    file: await storeQuestionFile(context, contract.upload.upload, files[0]),
  }),

  lookAtFile: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await findQuestion(within, params.id)
      const address = await createFileUrl(within, row.id, params.file)
      await recordPersonalAccess(within, {
        act: 'download',
        ...toAuditEntry(row),
        of: row.userId,
        fields: [params.file],
      })
      return address
    }),

  async arrivals(context) {
    const { rows } = await context.database.execute<{ waiting: number; latest: Date | null }>(
      sql`SELECT count(*)::int AS waiting, max(created_at) AS latest FROM questions WHERE state = 'open'`,
    )
    const { waiting = 0, latest = null } = rows[0] ?? {}
    return { waiting, latest: latest && new Date(latest).toISOString() }
  },

  templates: templates.list,
  template: templates.get,
  createTemplate: templates.create,
  changeTemplate: templates.update,
  removeTemplate: templates.remove,
}
