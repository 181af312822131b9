import { z } from 'zod'
import {
  crud,
  Days,
  Id,
  Instant,
  Locale,
  listQuery,
  one,
  Picture,
  page,
  recordFields,
  route,
  StoredFile,
  versionedPartial,
} from '#kit/contract.ts'
import { householdBands } from './rules.ts'

/** Facts of a project post. */
export const ProjectFacts = z.strictObject({
  /** Number of households; 0 where it does not apply. */
  households: z.number().int().min(0).max(1_000_000).optional(),
  /** Kind of service, as shown. */
  service: z.string().trim().max(80).optional(),
  region: z.string().trim().max(80).optional(),
  year: z.number().int().min(1950).max(2100).optional(),
  result: z.string().trim().max(400).optional(),
})

export const PostState = z.enum(['draft', 'published', 'hidden'])

/** One language of a post. Each is published by itself. */
export const PostText = z.strictObject({
  subject: z.string().trim().min(1).max(200),
  summary: z.string().trim().max(400).default(''),
  /** HTML; sanitised on the way in. */
  body: z.string().max(200_000).default(''),
  state: PostState.default('draft'),
  /** From when it is shown; null: at once. */
  publishFrom: Instant.nullable().default(null),
  /** Until when it is shown; null: for good. */
  publishTo: Instant.nullable().default(null),
  facts: ProjectFacts.default({}),
})
export type PostText = z.infer<typeof PostText>

/** ASCII letters, digits and hyphens; part of the public address. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'slug' })
  .max(80)

export const PostInput = z.strictObject({
  code: z.string().max(40),
  category: z.string().trim().max(40).nullable().default(null),
  slug: Slug.nullable().default(null),
  pinned: z.boolean().default(false),
  comments: z.boolean().default(false),
  thumb: Id.nullable().default(null),
  files: z.array(Id).max(20).default([]),
  texts: z.strictObject({ ko: PostText, en: PostText.optional(), cn: PostText.optional() }),
})

/** A change of a post: languages that are named are replaced, the others stay; `null` removes a translation. */
export const PostChange = versionedPartial(PostInput).extend({
  texts: z
    .strictObject({ ko: PostText.optional(), en: PostText.nullable().optional(), cn: PostText.nullable().optional() })
    .optional(),
})

/** A post as staff see it: every language. */
export const Post = z
  .object({
    ...recordFields,
    code: z.string(),
    category: z.string().nullable(),
    slug: z.string().nullable(),
    pinned: z.boolean(),
    comments: z.boolean(),
    thumb: Picture.nullable(),
    files: z.array(StoredFile),
    texts: z.object({ ko: PostText, en: PostText.optional(), cn: PostText.optional() }),
    author: z.object({ _id: Id, name: z.string() }).nullable(),
    views: z.number().int(),
    trashedAt: Instant.nullable(),
  })
  .meta({ id: 'Post' })
export type Post = z.infer<typeof Post>

/** One language of a post as a list shows it: without its text. */
const PostTextLine = PostText.omit({ body: true })

/** A post as a list shows it: every language, without their texts. */
export const PostLine = Post.extend({
  texts: z.object({ ko: PostTextLine, en: PostTextLine.optional(), cn: PostTextLine.optional() }),
}).meta({ id: 'PostLine' })
export type PostLine = z.infer<typeof PostLine>

export const HouseholdBand = z.enum(householdBands)

/** A post as a visitor sees it in a list: one language, `lang` says which. */
export const PublicPost = z
  .object({
    ...recordFields,
    code: z.string(),
    category: z.string().nullable(),
    /** Name of the category in the language asked for: it is a way to others, whatever language the post is in. */
    categoryTitle: z.string().nullable(),
    /** Last part of its address. */
    slug: z.string(),
    pinned: z.boolean(),
    thumb: Picture.nullable(),
    subject: z.string(),
    summary: z.string(),
    facts: ProjectFacts,
    lang: Locale,
    publishedAt: Instant,
  })
  .meta({ id: 'PublicPost' })
export type PublicPost = z.infer<typeof PublicPost>

/** A board; `code` names it in addresses and calls. */
export const Board = z
  .object({
    ...recordFields,
    code: z.string(),
    title: z.object({ ko: z.string(), en: z.string().optional(), cn: z.string().optional() }),
    skin: z.enum(['list', 'gallery', 'masonry', 'faq']),
    categories: z.array(
      z.object({
        key: z.string(),
        title: z.object({ ko: z.string(), en: z.string().optional(), cn: z.string().optional() }),
      }),
    ),
    comments: z.boolean().describe('Whether its posts may take comments'),
    position: z.number().int(),
    posts: z.number().int(),
  })
  .meta({ id: 'Board' })
export type Board = z.infer<typeof Board>

const access = 'console:boards'

const plain = crud('/api/console/boards', { one: 'board', many: 'boards' }, Post, PostInput, {
  access,
  sort: ['createdAt', 'updatedAt', 'subject', 'views', 'publishFrom'],
  filters: {
    code: z.string().max(40).optional(),
    state: z.enum(['draft', 'published', 'scheduled', 'ended', 'hidden']).optional(),
    category: z.string().max(40).optional(),
    author: Id.optional(),
    /** Days on which the Korean text begins to be shown. */
    period: Days.optional(),
    trashed: z.stringbool().default(false),
  },
  line: PostLine,
})

export const boards = {
  ...plain,
  update: route({ ...plain.update, body: PostChange }),
  codes: route({
    method: 'GET',
    path: '/api/console/boards/codes',
    access,
    summary: 'The boards themselves.',
    answer: z.object({ codes: z.array(Board) }),
  }),
  /** Other fields of a board are set when it is seeded. */
  updateCode: route({
    method: 'PUT',
    path: '/api/console/boards/codes',
    access,
    summary: 'Let the posts of a board take comments, or not: what was said stays for staff.',
    body: z.strictObject({ code: z.string().max(40), comments: z.boolean(), updatedAt: Instant.optional() }),
    answer: one('code', Board),
  }),
  /** Bulk acts over a selection; answers how many records changed. */
  bulk: route({
    method: 'POST',
    path: '/api/console/boards/bulk',
    access,
    summary: 'Publish, hide, move to the trash or restore several posts at once.',
    body: z.strictObject({
      ids: z.array(Id).min(1).max(1000),
      act: z.enum(['publish', 'hide', 'trash', 'restore', 'destroy']),
    }),
    answer: z.object({ changed: z.number().int() }),
    status: 200,
  }),
  setThumb: route({
    method: 'POST',
    path: '/api/console/boards/{id}/thumb',
    access,
    summary: 'Upload the cover of a post.',
    params: z.strictObject({ id: Id }),
    upload: { field: 'thumb', kinds: ['picture'], maxBytes: 20 * 1024 * 1024, maxFiles: 1 },
    answer: one('board', Post),
    status: 201,
  }),
  addFiles: route({
    method: 'POST',
    path: '/api/console/boards/{id}/files',
    access,
    summary: 'Attach files to a post.',
    params: z.strictObject({ id: Id }),
    upload: { field: 'file', kinds: ['picture', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 10 },
    answer: one('board', Post),
    status: 201,
  }),
  editor: route({
    method: 'POST',
    path: '/api/console/editor',
    access: 'console:upload',
    summary: 'Upload a picture into a text being edited.',
    upload: { field: 'photo', kinds: ['picture'], maxBytes: 20 * 1024 * 1024, maxFiles: 1 },
    answer: z.object({ picture: Picture }),
    status: 201,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/boards',
    access: 'public',
    summary: 'Published posts of a board, newest first, in the language of Accept-Language with Korean as fallback.',
    query: z.strictObject({
      ...listQuery(['publishedAt']),
      code: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,39}$/)
        .default('news'),
      category: z.string().max(40).optional(),
      /** Facts of projects; kind of service and region by their Korean text, which is the same in every language. */
      service: z.string().trim().max(80).optional(),
      region: z.string().trim().max(80).optional(),
      year: z.coerce.number().int().min(1950).max(2100).optional(),
      households: HouseholdBand.optional(),
    }),
    answer: page('boards', PublicPost),
    cached: true,
  }),
}
