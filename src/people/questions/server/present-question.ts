import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { users } from '#people/users/table.ts'
import type { QuestionFile } from '../contract.ts'
import { findAnswerStatus } from '../rules.ts'
import { type QuestionRow, questionEntries, questionFiles } from '../table.ts'

type FileRow = typeof questionFiles.$inferSelect

const presentFile = ({ id, kind, name, bytes }: FileRow): QuestionFile => ({ _id: id, kind, name, bytes })

/** Columns of a list. */
export type QuestionLineRow = Omit<QuestionRow, 'locale'>

/**
 * Presents the part of a question that every reader sees; `files` is the total of all entries, `writer` the name of its
 * author.
 */
export const presentLine = (row: QuestionLineRow, files: number, writer: string) => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  type: row.type,
  title: row.title,
  writer,
  state: row.state,
  answerStatus: findAnswerStatus(row.state, row.answeredAt !== null),
  files,
  views: row.views,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
})

/** Returns the number of files of each question. */
export const countFiles = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select({ id: questionEntries.questionId, files: sql<number>`count(*)::int` })
    .from(questionFiles)
    .innerJoin(questionEntries, eq(questionEntries.id, questionFiles.entryId))
    .where(inArray(questionEntries.questionId, [...ids]))
    .groupBy(questionEntries.questionId)
  return new Map(rows.map(({ id, files }) => [id, files]))
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
