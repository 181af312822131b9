import { inArray } from 'drizzle-orm'
import { filesOf, findFiles, pictureOf } from '#kit/files/media-library.ts'
import type { Context } from '#kit/server/context.ts'
import { toRecord } from '#kit/server/records/records.ts'
import { users } from '#people/users/table.ts'
import type { Post, PostText } from '../contract.ts'
import { type PostRow, type PostTextRow, postTexts } from '../table.ts'

const toText = (row: PostTextRow): PostText => ({
  subject: row.subject,
  summary: row.summary,
  body: row.body,
  state: row.state,
  publishFrom: row.publishFrom?.toISOString() ?? null,
  publishTo: row.publishTo?.toISOString() ?? null,
  facts: row.facts,
})

/** Presents posts for staff in the given order, with three queries for any number of posts. */
export const presentPosts = async (rows: PostRow[], context: Context): Promise<Post[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  // Run the queries sequentially: a transaction has one connection.
  const texts = await context.database.select().from(postTexts).where(inArray(postTexts.postId, ids))
  const filesById = await findFiles(
    context,
    rows.flatMap((row) => [row.thumb, ...row.files]),
  )
  const authors = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.flatMap((row) => row.authorId ?? []))]))
  const names = new Map(authors.map((author) => [author.id, author.name]))
  return rows.map((row) => {
    const postTextRows = texts.filter((text) => text.postId === row.id)
    const textsByLocale = Object.fromEntries(postTextRows.map((text) => [text.locale, toText(text)]))
    const { authorId, publishedAt: _order, ...record } = toRecord(row)
    return {
      ...record,
      thumb: pictureOf(filesById, row.thumb),
      files: filesOf(filesById, row.files),
      texts: textsByLocale as Post['texts'],
      author: authorId ? { _id: authorId, name: names.get(authorId) ?? '' } : null,
    }
  })
}
