import { z } from 'zod'
import { ById, Id, Instant, listQuery, maxPictureBytes, Picture, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  review_once: m.reviews_field_once,
  review_later: m.reviews_field_later,
  review_returned: m.reviews_field_returned,
  review_reason: m.reviews_field_reason,
})

const Rating = z.number().int().min(1).max(5)

export const ReviewInput = z.strictObject({
  line: Id.describe('Id of the order line'),
  rating: Rating,
  text: z.string().trim().min(1).max(3000),
  pictures: z.array(Id).max(6).default([]),
})

/** Public review. */
export const PublicReview = z
  .object({
    _id: Id,
    rating: Rating,
    text: z.string(),
    pictures: z.array(Picture),
    /** Masked name of the writer. */
    name: z.string(),
    values: z.array(z.string()).describe('Values of the purchased option'),
    at: Instant,
    reply: z.string(),
    repliedAt: Instant.nullable(),
  })
  .meta({ id: 'PublicShopReview' })
export type PublicReview = z.infer<typeof PublicReview>

const Product = z.object({ _id: Id, name: z.string(), picture: Picture.nullable() })

export const MemberReview = PublicReview.extend({ product: Product, line: Id, hidden: z.boolean() }).meta({
  id: 'OwnShopReview',
})
export type MemberReview = z.infer<typeof MemberReview>

export const ConsoleReview = z
  .object({
    ...recordFields,
    product: Product,
    rating: Rating,
    text: z.string(),
    pictures: z.array(Picture),
    name: z.string(),
    values: z.array(z.string()).describe('Values of the purchased option'),
    order: z.object({ _id: Id, number: z.string() }).nullable(),
    hidden: z.boolean(),
    hiddenReason: z.string().describe('Reason why staff hid it'),
    reply: z.string(),
    repliedAt: Instant.nullable(),
  })
  .meta({ id: 'ConsoleShopReview' })
export type ConsoleReview = z.infer<typeof ConsoleReview>

const ownPath = '/api/v1/me/reviews'
const consolePath = '/api/console/shop/reviews'
const paging = listQuery(['createdAt'])

/** Reviews by buyers, one per order line. */
export const reviews = {
  ofProduct: route({
    method: 'GET',
    path: '/api/v1/shop/products/{id}/reviews',
    access: 'public',
    summary: 'List the reviews of a product, latest first.',
    params: ById,
    query: z.strictObject({ page: paging.page, limit: paging.limit, pictures: z.stringbool().optional() }),
    answer: page('reviews', PublicReview),
    cached: 'apart',
  }),
  mine: route({
    method: 'GET',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'List the reviews of the caller, latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('reviews', MemberReview),
  }),
  write: route({
    method: 'POST',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'Review a delivered purchase, which earns points.',
    body: ReviewInput,
    answer: z.object({ review: MemberReview, points: z.number().int() }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  uploadPicture: route({
    method: 'POST',
    path: `${ownPath}/pictures`,
    access: 'member',
    summary: 'Upload a picture before the review or return it belongs to.',
    upload: { field: 'image', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ picture: Picture }),
    status: 201,
    perMinute: 30,
  }),
  list: route({
    method: 'GET',
    path: consolePath,
    access: 'console:shop',
    summary: 'List reviews.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'rating']),
      hidden: z.stringbool().optional(),
      replied: z.stringbool().optional(),
    }),
    answer: page('reviews', ConsoleReview),
  }),
  get: route({
    method: 'GET',
    path: `${consolePath}/{id}`,
    access: 'console:shop',
    summary: 'Get a review.',
    params: ById,
    answer: z.object({ review: ConsoleReview }),
  }),
  answer: route({
    method: 'PUT',
    path: `${consolePath}/{id}`,
    access: 'console:shop',
    summary: 'Reply to a review, hide it for a reason, or show it again.',
    params: ById,
    body: z.strictObject({
      reply: z.string().trim().max(2000).optional().describe('Empty text deletes the reply'),
      hidden: z.boolean().optional(),
      reason: z.string().trim().min(4).max(300).optional().describe('Required with `hidden: true`'),
    }),
    answer: z.object({ review: ConsoleReview }),
  }),
}
