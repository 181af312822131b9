import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { type boards as contract, PostInput, type PostText } from './contract.ts'
import { writeTexts } from './server/write-post-texts.ts'
import { boards, type PostRow, posts } from './table.ts'

type Input = z.input<typeof PostInput>
type Text = z.input<typeof PostText>

/** Returns a Korean text, published by default. */
export const postText = (overrides: Partial<Text> = {}): Text => ({
  subject: '하자보수 보증금 청구 소송 승소',
  state: 'published',
  ...overrides,
})

/** Returns valid API input for a new post; its board must exist (`buildBoard`). */
export const postInput = (overrides: Partial<Input> = {}): Input => ({
  code: 'news',
  texts: { ko: postText() },
  ...overrides,
})

/** Creates the board with this code unless it exists. */
export const buildBoard = async (context: Context, code = 'news'): Promise<void> => {
  const now = context.now()
  await context.database
    .insert(boards)
    .values({ id: context.newId(), code, title: { ko: '소식' }, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
}

/** Stores a post and its board. */
export const buildPost = async (
  context: Context,
  { trashedAt, ...overrides }: Partial<Input> & { trashedAt?: Date } = {},
): Promise<PostRow> => {
  const { texts, ...fields } = PostInput.parse(postInput(overrides))
  await buildBoard(context, fields.code)
  const now = context.now()
  const id = context.newId()
  return context.transaction(async (within) => {
    const [row] = await within.database
      .insert(posts)
      .values({ ...fields, id, trashedAt: trashedAt ?? null, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('The post was not stored')
    await writeTexts(within, id, texts)
    return row
  })
}

export const samples: Samples<typeof contract> = {
  create: async (context) => {
    await buildBoard(context)
    const texts = { ko: postText({ summary: '요약', body: '<p>본문</p>' }) }
    return { body: postInput({ category: 'guide', slug: `post-${context.newId()}`, texts }) }
  },
  updateCode: async (context) => {
    await buildBoard(context)
    const [board] = await context.database.select().from(boards).where(eq(boards.code, 'news'))
    if (!board) throw new Error('The board was not stored')
    return { body: { code: 'news', comments: true, updatedAt: board.updatedAt.toISOString() } }
  },
  bulk: async (context) => ({ body: { ids: [(await buildPost(context)).id], act: 'hide' } }),
}
