import { z } from 'zod'
import {
  ById,
  crud,
  Id,
  Locale,
  listQuery,
  localized,
  localizedOptional,
  Picture,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({ author_life: m.authors_field_life, author_key: m.authors_field_key })

const Year = z.number().int().min(1000).max(2100)

export const AuthorInput = z.strictObject({
  /** Last segment of the address of the artist's page. */
  key: z
    .string()
    .trim()
    .max(60)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'author_key' }),
  name: localized(100),
  born: Year.nullable().default(null),
  died: Year.nullable().default(null),
  biography: localizedOptional(5000).default({}),
  picture: Id.nullable().default(null),
  visible: z.boolean().default(true),
})

export const Author = z
  .object({ ...recordFields, ...AuthorInput.shape, picture: Picture.nullable() })
  .meta({ id: 'AuctionAuthor' })
export type Author = z.infer<typeof Author>

/** An artist in a public list. */
export const PublicAuthorLine = z
  .object({
    _id: Id,
    key: z.string(),
    name: z.string(),
    lang: Locale.describe('Language of the texts'),
    born: Year.nullable(),
    died: Year.nullable(),
    picture: Picture.nullable(),
    works: z.number().int().describe('Number of public works'),
  })
  .meta({ id: 'PublicAuctionAuthorLine' })
export type PublicAuthorLine = z.infer<typeof PublicAuthorLine>

export const PublicAuthor = z
  .object({ ...PublicAuthorLine.shape, biography: z.string().describe('Plain text with line breaks') })
  .meta({ id: 'PublicAuctionAuthor' })
export type PublicAuthor = z.infer<typeof PublicAuthor>

const paging = listQuery(['updatedAt'])

/** Artists whose works are auctioned. */
export const authors = {
  ...crud('/api/console/auction/authors', { one: 'author', many: 'authors' }, Author, AuthorInput, {
    access: 'console:auction',
    sort: ['updatedAt', 'createdAt', 'key', 'born'],
    filters: { visible: z.stringbool().optional() },
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/auction/authors',
    access: 'public',
    summary: 'Public artists by name.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, q: paging.q }),
    answer: page('authors', PublicAuthorLine),
    cached: true,
  }),
  open: route({
    method: 'GET',
    path: '/api/v1/auction/authors/{id}',
    access: 'public',
    summary: 'One artist. For the works, list works with `author`.',
    params: ById,
    answer: z.object({ author: PublicAuthor }),
    cached: true,
  }),
}
