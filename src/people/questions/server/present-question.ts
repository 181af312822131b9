import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { QuestionFile } from '../contract.ts'
import type { AnswerStatus } from '../rules.ts'
import { type QuestionRow, questionEntries, questionFiles } from '../table.ts'

type FileRow = typeof questionFiles.$inferSelect

const presentFile = ({ id, kind, name, bytes }: FileRow): QuestionFile => ({ _id: id, kind, name, bytes })

/** Columns of a list. */
export type QuestionLineRow = Omit<QuestionRow, 'locale'>

/** Number of files of a question, and whether its latest entry is an answer. */
export interface EntrySummary {
  files: number
  answerStatus: AnswerStatus
}

/** Presents the part of a question that every reader sees; `writer` is the name of its author. */
export const presentLine = (row: QuestionLineRow, { files, answerStatus }: EntrySummary, writer: string) => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  type: row.type,
  title: row.title,
  writer,
  state: row.state,
  answerStatus,
  files,
  views: row.views,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
})

/** Returns a summary of the entries of each question. */
export const summarizeEntries = async (
  context: Context,
  ids: readonly string[],
): Promise<Map<string, EntrySummary>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await context.database.execute<{ id: string; files: number; author: 'member' | 'staff' }>(sql`
    SELECT entry.question_id AS id, count(file.id)::int AS files,
      (array_agg(entry.author ORDER BY entry.created_at DESC, entry.id DESC))[1] AS author
    FROM question_entries AS entry LEFT JOIN question_files AS file ON file.entry_id = entry.id
    WHERE entry.question_id = ANY (${sql.param([...ids])}::uuid[]) GROUP BY entry.question_id`)
  return new Map(
    rows.map(({ id, files, author }) => [id, { files, answerStatus: author === 'staff' ? 'answered' : 'unanswered' }]),
  )
}

/** Returns the entries of a question in order, with files and the names of staff authors. */
export const listEntries = async (context: Context, questionId: string) => {
  const rows = await context.database
    .select({ entry: questionEntries, actor: users.name })
    .from(questionEntries)
    .leftJoin(users, eq(users.id, questionEntries.actorId))
    .where(eq(questionEntries.questionId, questionId))
    .orderBy(asc(questionEntries.createdAt), asc(questionEntries.id))
  const files =
    rows.length === 0
      ? []
      : await context.database
          .select()
          .from(questionFiles)
          .where(
            inArray(
              questionFiles.entryId,
              rows.map(({ entry }) => entry.id),
            ),
          )
          .orderBy(asc(questionFiles.createdAt), asc(questionFiles.id))
  return rows.map(({ entry, actor }) => ({
    _id: entry.id,
    createdAt: entry.createdAt.toISOString(),
    author: entry.author,
    text: entry.text,
    actor,
    files: files.filter(({ entryId }) => entryId === entry.id).map(presentFile),
  }))
}
