import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { requireFile, requirePicture } from '#kit/files/media-library.ts'
import { locales } from '#kit/locale.ts'
import type { Context } from '#kit/server/context.ts'
import { parseInput } from '#kit/server/parse-input.ts'
import { cleanHtml } from '#kit/text/html.ts'
import { PostText } from '../contract.ts'
import { boards, posts, postTexts } from '../table.ts'

type Texts = Partial<Record<'ko' | 'en' | 'cn', PostText | null>>

/**
 * Writes the languages present in `texts` and refreshes the sort position of the post. A published text without a start
 * begins now. Call within a transaction that has locked the post's row.
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
    // Sanitizing turns `&` into `&amp;`: the stored text must still satisfy the contract.
    parseInput(PostText.shape.body, 'body', body, ['texts', locale, 'body'])
    const values = { ...text, body, publishFrom, publishTo, updatedAt: now }
    await context.database
      .insert(postTexts)
      .values({ ...values, postId, locale })
      .onConflictDoUpdate({ target: [postTexts.postId, postTexts.locale], set: values })
  }
  await refreshPublishedAt(context, [postId])
}

/** Recalculates `publishedAt` of these posts from their texts, in one statement. */
export const refreshPublishedAt = async (context: Context, postIds: string[]): Promise<void> => {
  await context.database
    .update(posts)
    .set({
      publishedAt: sql`(SELECT min(t.publish_from) FROM post_texts t WHERE t.post_id = ${posts.id} AND t.state = 'published')`,
    })
    .where(inArray(posts.id, postIds))
}

/** Throws `invalid` for an unknown board code or a file that does not exist. */
export const validateReferences = async (
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
