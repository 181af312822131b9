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

const words = [
  questions.title,
  sql`(SELECT string_agg(text, ' ') FROM question_entries WHERE question_id = ${questions.id})`,
]

const presentMine = async (rows: QuestionLineRow[], context: Context) => {
  const files = await countFiles(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentLine(row, files.get(row.id) ?? 0))
}

const mine = tableHandlers({ list: contract.mine, get: contract.open }, questions, {
  words,
  title: (row) => row.id,
  owner: { column: questions.userId, of: (context) => context.principal.userId },
  presentLines: presentMine,
  present: presentMine,
})

/** SQL: the question or its author's name contains the words; uses the indexes of both. */
const isFoundBy = (typed: string): SQL => {
  const normalized = typed.normalize('NFC').toLowerCase()
  const [windows, pattern] = [sql`${windowQuery(normalized)}::tsquery`, likePattern(normalized)]
  return sql`(${questions.id} IN (SELECT question_id FROM question_words WHERE windows @@ ${windows} AND words LIKE ${pattern})
    OR ${questions.userId} IN (SELECT found.user_id FROM member_words AS found JOIN users AS author ON author.id = found.user_id
      WHERE found.windows @@ ${windows} AND lower(author.name) LIKE ${pattern}))`
}

/** Returns names and addresses of the authors by id. */
const authorsOf = async (context: Context, rows: readonly { userId: string }[]) => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ userId }) => userId)
  const found = await context.database
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map((user) => [user.id, user]))
}

const presentAll = async (rows: (QuestionLineRow & Pick<QuestionRow, 'userId' | 'locale'>)[], context: Context) => {
  const [lines, authors] = await Promise.all([presentMine(rows, context), authorsOf(context, rows)])
  return lines.map((line, index) => {
    const { userId = '', locale = 'ko' } = rows[index] ?? {}
    return { ...line, locale, user: { _id: userId, name: authors.get(userId)?.name ?? '' } }
  })
}

const all = tableHandlers({ list: contract.list, get: contract.get }, questions, {
  words: isFoundBy,
  title: (row) => row.id,
  presentLines: presentAll,
  lineColumns: ['userId', 'locale'],
  present: presentAll,
})

const inquireOf = async (context: Context, row: QuestionRow) => {
  const [line] = await presentMine([row], context)
  if (!line) throw new AppError('not_found')
  const entries = await listEntries(context, row.id)
  return { inquire: { ...line, entries: entries.map(({ actor: _actor, ...entry }) => entry) } }
}

const questionOf = async (context: Context, row: QuestionRow) => {
  const [[line], authors, entries] = await Promise.all([
    presentAll([row], context),
    authorsOf(context, [row]),
    listEntries(context, row.id),
  ])
  if (!line) throw new AppError('not_found')
  return { question: { ...line, user: { ...line.user, email: authors.get(row.userId)?.email ?? null }, entries } }
}

const find = async (context: Context, id: string, further?: SQL): Promise<QuestionRow> => {
  const [row] = await context.database
    .select()
    .from(questions)
    .where(and(eq(questions.id, id), further))
  if (!row) throw new AppError('not_found')
  return row
}

/** Counts a view without changing the version for optimistic locking. */
const opened = async (context: Context, id: string, further?: SQL): Promise<QuestionRow> => {
  const [row] = await context.database
    .update(questions)
    .set({ views: sql`${questions.views} + 1` })
    .where(and(eq(questions.id, id), further))
    .returning()
  if (!row) throw new AppError('not_found')
  return row
}

const isOwnSql = (context: Context): SQL => eq(questions.userId, context.principal.userId)

/** Audit entry of a question. Lines are permanent, so it is identified by its time: the subject may contain a name. */
const logged = ({ id, createdAt }: QuestionRow) => ({
  entity: 'questions',
  entityId: id,
  summary: createdAt.toISOString().slice(0, 16).replace('T', ' '),
})

const audit = (context: Context, action: string, row: QuestionRow) => writeAudit(context, { action, ...logged(row) })

export const questionHandlers: Handlers<typeof contract> = {
  mine: mine.list,

  open: async (context, { params }) => inquireOf(context, await opened(context, params.id, isOwnSql(context))),

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
      return inquireOf(within, row)
    }),

  goOn: (context, { params, body }) =>
    context.transaction(async (within) => {
      // A follow-up reopens the question unless it is closed.
      const [row] = await changeRows(within, questions, { state: 'open' })
        .where(and(eq(questions.id, params.id), isOwnSql(within), inArray(questions.state, ['open', 'answered'])))
        .returning()
      if (!row) {
        await find(within, params.id, isOwnSql(within))
        throw new AppError('conflict')
      }
      await addEntry(within, row.id, 'member', body)
      return inquireOf(within, row)
    }),

  close: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await moveQuestion(within, params.id, 'closed', isOwnSql(within))
      // A question that is already closed is a success.
      return inquireOf(within, row ?? (await find(within, params.id, isOwnSql(within))))
    }),

  async openFile(context, { params }) {
    await find(context, params.id, isOwnSql(context))
    return createFileUrl(context, params.id, params.file)
  },

  upload: async (context, { files }) => ({ file: await storeQuestionFile(context, contract.upload.upload, files[0]) }),

  list: all.list,

  get: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await opened(within, params.id)
      await recordPersonalAccess(within, { act: 'read', ...logged(row), of: row.userId })
      return questionOf(within, row)
    }),

  answer: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const row = await moveQuestion(within, params.id, 'answered', eq(questions.updatedAt, stamp))
      if (!row) {
        const current = await find(within, params.id)
        if (current.state === 'closed') throw new AppError('conflict')
        return throwMissedUpdate((await questionOf(within, current)).question)
      }
      await addEntry(within, row.id, 'staff', body)
      await notifyAnswer(within, row)
      await audit(within, 'answer', row)
      return questionOf(within, row)
    }),

  uploadAnswer: async (context, { files }) => ({
    file: await storeQuestionFile(context, contract.upload.upload, files[0]),
  }),

  lookAtFile: (context, { params }) =>
    context.transaction(async (within) => {
      const row = await find(within, params.id)
      const address = await createFileUrl(within, row.id, params.file)
      await recordPersonalAccess(within, { act: 'download', ...logged(row), of: row.userId, fields: [params.file] })
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
