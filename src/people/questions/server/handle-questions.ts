import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate } from '#kit/server/records/records.ts'
import { likePattern, windowQuery } from '#kit/server/records/search-conditions.ts'
import { tableHandlers } from '#kit/server/records/table-handlers.ts'
import { users } from '#people/users/table.ts'
import { questions as contract, type NewInquire, questionTemplates as templateContract } from '../contract.ts'
import { type QuestionRow, questions, questionTemplates } from '../table.ts'
import { addEntry, correctQuestion, insertQuestion, moveQuestion, removeUnanswered } from './change-question.ts'
import { notifyAnswer } from './notify-answer.ts'
import {
  type EntrySummary,
  listEntries,
  presentLine,
  type QuestionLineRow,
  summarizeEntries,
} from './present-question.ts'
import { createFileUrl, storeQuestionFile } from './store-question-file.ts'

const templates = tableHandlers(templateContract, questionTemplates, {
  words: [questionTemplates.title, questionTemplates.text],
  title: (row) => row.title,
})

const searchedColumns = [
  questions.title,
  sql`(SELECT string_agg(text, ' ') FROM question_entries WHERE question_id = ${questions.id})`,
]

/** Returns names and addresses of the authors by id. */
const findAuthors = async (
  context: Context,
  rows: readonly { userId: string }[],
): Promise<Map<string, { name: string; email: string | null }>> => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ userId }) => userId)
  const found = await context.database
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(found.map((user) => [user.id, user]))
}

const noEntries: EntrySummary = { files: 0, answerStatus: 'unanswered' }

/** Presents questions, each with the name and address of its author. */
const presentLines = async (rows: QuestionLineRow[], context: Context) => {
  const [summaries, authors] = await Promise.all([
    summarizeEntries(
      context,
      rows.map(({ id }) => id),
    ),
    findAuthors(context, rows),
  ])
  return rows.map((row) => {
    const author = authors.get(row.userId)
    return { line: presentLine(row, summaries.get(row.id) ?? noEntries, author?.name ?? ''), author }
  })
}

const presentOwnLines = async (rows: QuestionLineRow[], context: Context) =>
  (await presentLines(rows, context)).map(({ line }) => line)

const ownHandlers = tableHandlers({ list: contract.mine, get: contract.open }, questions, {
  words: searchedColumns,
  title: (row) => row.id,
  owner: { column: questions.userId, of: (context) => context.principal.userId },
  presentLines: presentOwnLines,
  lineColumns: ['userId'],
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

const presentStaffLines = async (rows: (QuestionLineRow & Pick<QuestionRow, 'locale'>)[], context: Context) => {
  const lines = await presentOwnLines(rows, context)
  return lines.map((line, index) => {
    const { userId = '', locale = 'ko' } = rows[index] ?? {}
    return { ...line, locale, user: { _id: userId, name: line.writer } }
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
  const [[shown], entries] = await Promise.all([presentLines([row], context), listEntries(context, row.id)])
  if (!shown) throw new AppError('not_found')
  const { line, author } = shown
  const user = { _id: row.userId, name: line.writer, email: author?.email ?? null }
  return { question: { ...line, locale: row.locale, user, entries } }
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

const openOwnQuestion = async (context: Context, id: string) =>
  readInquire(context, await countView(context, id, isOwnSql(context)))

const askQuestion = (context: Context, body: z.output<typeof NewInquire>) =>
  context.transaction(async (within) =>
    readInquire(
      within,
      await insertQuestion(within, { ...body, userId: within.principal.userId, locale: within.locale }),
    ),
  )

export const questionHandlers: Handlers<typeof contract> = {
  mine: ownHandlers.list,
  open: (context, { params }) => openOwnQuestion(context, params.id),
  ask: (context, { body }) => askQuestion(context, body),

  async listCenter(context, input) {
    const { inquires, ...paging } = await ownHandlers.list(context, input)
    return { questions: inquires, ...paging }
  },
  getCenter: async (context, { params }) => ({ question: (await openOwnQuestion(context, params.id)).inquire }),
  askCenter: async (context, { body }) => ({ question: (await askQuestion(context, body)).inquire }),

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

  create: (context, { body }) =>
    context.transaction(async (within) => {
      const [member] = await within.database
        .select({ id: users.id, locale: users.locale })
        .from(users)
        .where(and(eq(users.username, body.username), ne(users.state, 'withdrawn')))
        .for('share')
      if (!member) throw new AppError('invalid', { fields: { username: 'question_member' } })
      const row = await insertQuestion(within, { ...body, userId: member.id, locale: member.locale })
      await auditQuestion(within, 'create', row)
      return readQuestion(within, row)
    }),

  update: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const row = await correctQuestion(within, params.id, body, stamp)
      if (!row) {
        const current = await findQuestion(within, params.id)
        if (current.state === 'closed') throw new AppError('conflict')
        return throwMissedUpdate((await readQuestion(within, current)).question)
      }
      await writeAudit(within, {
        action: 'update',
        ...toAuditEntry(row),
        // Not the subject, which may contain a name: lines of the log are permanent.
        after: { type: row.type, state: row.state },
      })
      return readQuestion(within, row)
    }),

  async remove(context, { params }) {
    const files = await context.transaction(async (within) => {
      const removed = await removeUnanswered(within, params.id)
      if (!removed) {
        await findQuestion(within, params.id)
        throw new AppError('conflict')
      }
      await auditQuestion(within, 'remove', removed.row)
      return removed.files
    })
    for (const id of files) await context.services.files.remove(id)
    return undefined
  },

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
