import { z } from 'zod'
import { HouseholdBand, PublicPost, Slug } from '#content/boards/contract.ts'
import { ById, Id, Instant, Locale, one, Picture, route, StoredFile } from '#kit/contract.ts'

/** The public side of boards beyond their lists (`boards.published`): one post, what a list can be narrowed by, views. */

/** The post before or after another in its board. */
export const Neighbour = z.object({
  slug: z.string(),
  subject: z.string(),
  thumb: Picture.nullable(),
  lang: Locale,
})
export type Neighbour = z.infer<typeof Neighbour>

/** A post as a visitor reads it: one language, `lang` says which. */
export const PublicArticle = z
  .object({
    ...PublicPost.shape,
    /** Sanitised HTML. */
    body: z.string(),
    /** Attached pictures, shown as a gallery. */
    pictures: z.array(Picture),
    /** Everything else that is attached, to be saved. */
    files: z.array(StoredFile),
    /** How many had looked at it when the answer was made; `view` tells the present number. */
    views: z.number().int(),
    /** Whether it takes comments; they are read apart (`comments.discussion`). */
    comments: z.boolean(),
    modifiedAt: Instant,
    /** The next older one of the board, and the next newer. */
    previous: Neighbour.nullable(),
    next: Neighbour.nullable(),
    /** Up to three others, those of its category first. */
    related: z.array(PublicPost),
  })
  .meta({ id: 'PublicArticle' })
export type PublicArticle = z.infer<typeof PublicArticle>

/** Something a list can be narrowed by. `value` goes into the address and is the same in every language. */
export const Choice = z.object({
  value: z.string(),
  title: z.string(),
  lang: Locale,
  /** Posts that it would leave. */
  posts: z.number().int(),
})
export type Choice = z.infer<typeof Choice>

export const BoardChoices = z
  .object({
    total: z.number().int(),
    categories: z.array(Choice),
    services: z.array(Choice),
    regions: z.array(Choice),
    /** Newest first. */
    years: z.array(z.object({ value: z.number().int(), posts: z.number().int() })),
    /** Smallest first. */
    households: z.array(z.object({ value: HouseholdBand, posts: z.number().int() })),
  })
  .meta({ id: 'BoardChoices' })
export type BoardChoices = z.infer<typeof BoardChoices>

const Code = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

export const reading = {
  choices: route({
    method: 'GET',
    path: '/api/v1/boards/choices',
    access: 'public',
    summary: 'What the published posts of a board can be narrowed by, with how many posts each would leave.',
    query: z.strictObject({ code: Code.default('news') }),
    answer: z.object({ choices: BoardChoices }),
    cached: true,
  }),
  article: route({
    method: 'GET',
    path: '/api/v1/boards/{id}',
    access: 'public',
    summary: 'One published post, by its id or the last part of its address, with its neighbours. Others are a 404.',
    params: z.strictObject({ id: z.union([Id, Slug]) }),
    query: z.strictObject({ code: Code.optional().describe('Board; for a slug `news` unless named.') }),
    answer: one('board', PublicArticle),
    cached: true,
  }),
  /** Never told to the cache: a page that is read by many must not be made anew for each of them. */
  view: route({
    method: 'POST',
    path: '/api/v1/boards/{id}/views',
    access: 'public',
    summary: 'Count a look at a published post, once for each visitor and day; answers how many there are.',
    params: ById,
    answer: z.object({ views: z.number().int() }),
    status: 200,
    perMinute: 60,
  }),
}
