import { z } from 'zod'
import { HouseholdBand, PublicPost, Slug } from '#content/boards/contract.ts'
import { ById, Id, Instant, Locale, one, Picture, route, StoredFile } from '#kit/contract.ts'

/** Public routes of boards beyond the list (`boards.published`): one post, filter options, views. */

/** Previous or next post of the same board. */
export const Neighbour = z.object({
  slug: z.string(),
  subject: z.string(),
  thumb: Picture.nullable(),
  lang: Locale,
})
export type Neighbour = z.infer<typeof Neighbour>

/** Post for visitors: one language, named by `lang`. */
export const PublicArticle = z
  .object({
    ...PublicPost.shape,
    /** Sanitized HTML. */
    body: z.string(),
    /** Attached pictures, shown as a gallery. */
    pictures: z.array(Picture),
    /** Other attachments, for download. */
    files: z.array(StoredFile),
    /** Number of views when the response was rendered; `view` returns the current number. */
    views: z.number().int(),
    /** Whether the post takes comments; `comments.discussion` returns them. */
    comments: z.boolean(),
    modifiedAt: Instant,
    /** `previous` is the next older post of the board, `next` the next newer one. */
    previous: Neighbour.nullable(),
    next: Neighbour.nullable(),
    /** Up to three other posts, first those of the same category. */
    related: z.array(PublicPost),
  })
  .meta({ id: 'PublicArticle' })
export type PublicArticle = z.infer<typeof PublicArticle>

/** Filter option. `value` is used in the URL and is the same in every language. */
export const Choice = z.object({
  value: z.string(),
  title: z.string(),
  lang: Locale,
  /** Number of posts that match. */
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
    summary: 'List the filter options of the published posts of a board, with the number of matching posts.',
    query: z.strictObject({ code: Code.default('news') }),
    answer: z.object({ choices: BoardChoices }),
    cached: true,
  }),
  article: route({
    method: 'GET',
    path: '/api/v1/boards/{id}',
    access: 'public',
    summary: 'Get a published post by id or slug, with the previous and next posts. 404 if it is not published.',
    params: z.strictObject({ id: z.union([Id, Slug]) }),
    query: z.strictObject({ code: Code.optional().describe('Board of a slug; default `news`') }),
    answer: one('board', PublicArticle),
    cached: true,
  }),
  /** Does not invalidate the cache: a popular page must not be rendered again for each view. */
  view: route({
    method: 'POST',
    path: '/api/v1/boards/{id}/views',
    access: 'public',
    summary: 'Count a view of a published post, once per visitor and day. Returns the number of views.',
    params: ById,
    answer: z.object({ views: z.number().int() }),
    status: 200,
    perMinute: 60,
  }),
}
