import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { filesOf, findFiles, pictureOf, requireFile, requirePicture } from '#kit/files/library.ts'
import { cleanHtml } from '#kit/html.ts'
import { locales } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { parsePart } from '#kit/server/parse.ts'
import { toRecord } from '#kit/server/table-handlers.ts'
import { users } from '#modules/users/table.ts'
import { type Post, PostText } from './contract.ts'
import { boards, type PostRow, type PostTextRow, posts, postTexts } from './table.ts'

const toText = (row: PostTextRow): PostText => ({
  subject: row.subject,
  summary: row.summary,
  body: row.body,
  state: row.state,
  publishFrom: row.publishFrom?.toISOString() ?? null,
  publishTo: row.publishTo?.toISOString() ?? null,
  facts: row.facts,
})

/** Posts as staff see them, in the order given: three queries, however many posts. */
export const presentPosts = async (rows: PostRow[], context: Context): Promise<Post[]> => {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  // One after the other: within a transaction there is one connection.
  const texts = await context.database.select().from(postTexts).where(inArray(postTexts.postId, ids))
  const found = await findFiles(
    context,
    rows.flatMap((row) => [row.thumb, ...row.files]),
  )
  const authors = await context.database
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(rows.flatMap((row) => row.authorId ?? []))]))
  const names = new Map(authors.map((author) => [author.id, author.name]))
  return rows.map((row) => {
    const own = texts.filter((text) => text.postId === row.id)
    const inLocale = Object.fromEntries(own.map((text) => [text.locale, toText(text)]))
    const { authorId, publishedAt: _order, ...record } = toRecord(row)
    return {
      ...record,
      thumb: pictureOf(found, row.thumb),
      files: filesOf(found, row.files),
      texts: inLocale as Post['texts'],
      author: authorId ? { _id: authorId, name: names.get(authorId) ?? '' } : null,
    }
  })
}

type Texts = Partial<Record<'ko' | 'en' | 'cn', PostText | null>>

/**
 * Writes the languages that are named and brings the post's order up to date. A published text without a start begins
 * now. Call within a transaction that holds the post's row.
 */
export const writeTexts = async (context: Context, postId: string, texts: Texts): Promise<void> => {
  const now = context.now()
  for (const locale of locales) {
    const text = texts[locale]
    if (text === null)
      await context.database.delete(postTexts).where(and(eq(postTexts.postId, postId), eq(postTexts.locale, locale)))
    if (!text) continue
    const publishFrom = text.publishFrom ? new Date(text.publishFrom) : text.state === 'published' ? now : null
    const publishTo = text.publishTo ? new Date(text.publishTo) : null
    if (publishTo && publishFrom && publishTo <= publishFrom)
      throw new AppError('invalid', { fields: { [`texts.${locale}.publishTo`]: 'period' } })
    const body = cleanHtml(text.body)
    // Cleaning turns `&` into `&amp;`: what is stored must still be what the contract says.
    parsePart(PostText.shape.body, 'body', body, ['texts', locale, 'body'])
    const values = { ...text, body, publishFrom, publishTo, updatedAt: now }
    await context.database
      .insert(postTexts)
      .values({ ...values, postId, locale })
      .onConflictDoUpdate({ target: [postTexts.postId, postTexts.locale], set: values })
  }
  await refreshOrder(context, [postId])
}

/** Sets `publishedAt` of these posts from their texts, in one statement. */
export const refreshOrder = async (context: Context, postIds: string[]): Promise<void> => {
  await context.database
    .update(posts)
    .set({
      publishedAt: sql`(SELECT min(t.publish_from) FROM post_texts t WHERE t.post_id = ${posts.id} AND t.state = 'published')`,
    })
    .where(inArray(posts.id, postIds))
}

/** Refuses a board code that does not exist and files that are not there. */
export const requireReferences = async (
  context: Context,
  input: { code?: string | undefined; thumb?: string | null | undefined; files?: string[] | undefined },
): Promise<void> => {
  if (input.code !== undefined) {
    const [board] = await context.database.select({ id: boards.id }).from(boards).where(eq(boards.code, input.code))
    if (!board) throw new AppError('invalid', { fields: { code: 'invalid' } })
  }
  await requirePicture(context, input.thumb, 'thumb')
  for (const [index, id] of (input.files ?? []).entries()) await requireFile(context, id, `files.${index}`)
}
