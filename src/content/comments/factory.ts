import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { buildBoard, buildPost } from '#content/boards/factory.ts'
import { boards, type PostRow, posts } from '#content/boards/table.ts'
import { Locale } from '#kit/contract.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { uuidv7 } from '#kit/time/clock.ts'
import type { comments as contract } from './contract.ts'
import { type CommentRow, comments } from './table.ts'

const DemoRemark = z.strictObject({
  /** Username of a demo account; undefined for an account that was removed. */
  by: z.string().optional(),
  /** Hours after the post, or after the parent comment. */
  after: z.number(),
  body: z.string(),
  lang: Locale.default('ko'),
  /** Reason if staff hid it. */
  hidden: z.string().optional(),
})

export const DemoComment = DemoRemark.extend({
  /** Slug of the story. */
  story: z.string(),
  replies: z.array(DemoRemark).default([]),
})
export type DemoComment = z.infer<typeof DemoComment>

/** Stores a published post that takes comments, on a board that does. */
export const buildOpenPost = async (
  context: Context,
  overrides: Parameters<typeof buildPost>[1] = {},
): Promise<PostRow> => {
  const code = overrides.code ?? 'news'
  await buildBoard(context, code)
  await context.database.update(boards).set({ comments: true }).where(eq(boards.code, code))
  return buildPost(context, { comments: true, ...overrides })
}

type Overrides = Partial<Omit<CommentRow, 'isReply' | 'parentIsReply'>>

/** Stores a comment, by default on a new post. */
export const buildComment = async (context: Context, overrides: Overrides = {}): Promise<CommentRow> => {
  const now = context.now()
  const [row] = await context.database
    .insert(comments)
    .values({
      id: context.newId(),
      postId: overrides.postId ?? (await buildOpenPost(context)).id,
      locale: 'ko',
      body: '잘 읽었습니다.',
      createdAt: now,
      updatedAt: now,
      ...overrides,
    })
    .returning()
  if (!row) throw new Error('The comment was not stored')
  return row
}

/** Stores the demo comments under their stories; `authors` maps usernames to accounts. */
export const loadComments = async (
  context: Context,
  records: readonly DemoComment[],
  authors: ReadonlyMap<string, string>,
): Promise<void> => {
  const now = context.now().getTime()
  const findAuthorId = (username: string | undefined) => (username ? (authors.get(username) ?? null) : null)
  for (const { story, replies, ...remark } of records) {
    const [post] = await context.database.select().from(posts).where(eq(posts.slug, story))
    if (!post?.publishedAt) throw new Error(`No story ${story}`)
    const insertRemark = async ({ by, after, body, lang, hidden }: typeof remark, since: Date, parentId?: string) => {
      // Never date a comment in the future, even if its story is recent.
      const at = new Date(Math.min(since.getTime() + after * 3_600_000, now))
      return buildComment(context, {
        id: uuidv7(at.getTime()),
        postId: post.id,
        parentId: parentId ?? null,
        authorId: findAuthorId(by),
        body,
        locale: lang,
        replies: parentId ? 0 : replies.length,
        ...(hidden && { state: 'hidden', reason: hidden }),
        createdAt: at,
        updatedAt: at,
      })
    }
    const { id, createdAt } = await insertRemark(remark, post.publishedAt)
    for (const reply of replies) await insertRemark(reply, createdAt, id)
  }
}

export const samples: Samples<typeof contract> = {
  update: async (context) => {
    const { id, updatedAt } = await buildComment(context)
    return { params: { id }, body: { state: 'hidden', reason: '광고', updatedAt: updatedAt.toISOString() } }
  },
  comment: async (context) => ({ params: { id: (await buildOpenPost(context)).id }, body: { body: '고맙습니다.' } }),
  editComment: async (context) => {
    const { id, postId, updatedAt } = await buildComment(context, { authorId: context.principal.userId })
    return {
      params: { id: postId, comment: id },
      body: { body: '고친 글입니다.', updatedAt: updatedAt.toISOString() },
    }
  },
  removeComment: async (context) => {
    const { id, postId } = await buildComment(context, { authorId: context.principal.userId })
    return { params: { id: postId, comment: id } }
  },
}
