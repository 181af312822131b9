import { z } from 'zod'
import {
  crud,
  Days,
  Id,
  Instant,
  Locale,
  listQuery,
  maxPictureBytes,
  one,
  Picture,
  page,
  recordFields,
  route,
  StoredFile,
  versionedPartial,
} from '#kit/contract.ts'
import { householdBands, postStates } from './rules.ts'

/** Facts of a project post. */
export const ProjectFacts = z.strictObject({
  /** Number of households; 0 if not applicable. */
  households: z.number().int().min(0).max(1_000_000).optional(),
  /** Kind of service, as displayed. */
  service: z.string().trim().max(80).optional(),
  region: z.string().trim().max(80).optional(),
  year: z.number().int().min(1950).max(2100).optional(),
  result: z.string().trim().max(400).optional(),
})

export const PostState = z.enum(postStates)

/** One language of a post; each is published separately. */
export const PostText = z.strictObject({
  subject: z.string().trim().min(1).max(200),
  summary: z.string().trim().max(400).default(''),
  /** HTML, sanitized on input. */
  body: z.string().max(200_000).default(''),
  state: PostState.default('draft'),
  /** Start of the visible period; null: immediately. */
  publishFrom: Instant.nullable().default(null),
  /** End of the visible period; null: unlimited. */
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

/**
 * Partial update of a post: languages that are present are replaced, others are unchanged, `null` removes a
 * translation.
 */
export const PostChange = versionedPartial(PostInput).extend({
  texts: z
    .strictObject({ ko: PostText.optional(), en: PostText.nullable().optional(), cn: PostText.nullable().optional() })
    .optional(),
})

/** Post for staff: every language. */
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

/** One language of a post in a list, without its body. */
const PostTextLine = PostText.omit({ body: true })

/** Post in a staff list: every language, without the bodies. */
export const PostLine = Post.extend({
  texts: z.object({ ko: PostTextLine, en: PostTextLine.optional(), cn: PostTextLine.optional() }),
}).meta({ id: 'PostLine' })
export type PostLine = z.infer<typeof PostLine>

export const HouseholdBand = z.enum(householdBands)

/** Post in a public list: one language, named by `lang`. */
export const PublicPost = z
  .object({
    ...recordFields,
    code: z.string(),
    category: z.string().nullable(),
    /** Category name in the requested language (not the language of the post): it links to the category. */
    categoryTitle: z.string().nullable(),
    /** Slug, or the id of a post without one. */
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

/** Board; `code` identifies it in URLs and requests. */
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
    comments: z.boolean().describe('True if its posts may have comments'),
    position: z.number().int(),
    posts: z.number().int(),
  })
  .meta({ id: 'Board' })
export type Board = z.infer<typeof Board>

const access = 'console:boards'

const crudRoutes = crud('/api/console/boards', { one: 'board', many: 'boards' }, Post, PostInput, {
  access,
  sort: ['createdAt', 'updatedAt', 'subject', 'views', 'publishFrom'],
  filters: {
    code: z.string().max(40).optional(),
    state: z.enum(['draft', 'published', 'scheduled', 'ended', 'hidden']).optional(),
    category: z.string().max(40).optional(),
    author: Id.optional(),
    /** Days on which the visible period of the Korean text starts. */
    period: Days.optional(),
    trashed: z.stringbool().default(false),
  },
  line: PostLine,
})

export const boards = {
  ...crudRoutes,
  update: route({ ...crudRoutes.update, body: PostChange }),
  codes: route({
    method: 'GET',
    path: '/api/console/boards/codes',
    access,
    summary: 'List the boards.',
    answer: z.object({ codes: z.array(Board) }),
  }),
  /** Only `comments` can be changed; the other fields of a board are set by its seed. */
  updateCode: route({
    method: 'PUT',
    path: '/api/console/boards/codes',
    access,
    summary: 'Allow or forbid comments on the posts of a board. Existing comments stay visible to staff.',
    body: z.strictObject({ code: z.string().max(40), comments: z.boolean(), updatedAt: Instant.optional() }),
    answer: one('code', Board),
  }),
  /** Applies one action to several posts; returns the number of changed posts. */
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
    summary: 'Upload the cover picture of a post.',
    params: z.strictObject({ id: Id }),
    upload: { field: 'thumb', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
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
    summary: 'Upload a picture for a text in the editor.',
    upload: { field: 'photo', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ picture: Picture }),
    status: 201,
  }),
  memberEditor: route({
    method: 'POST',
    path: '/api/v1/editor',
    access: 'member',
    summary: 'Upload a picture for a text that a member writes; one that no text uses within a week is removed.',
    upload: { field: 'photo', kinds: ['picture'], maxBytes: maxPictureBytes, maxFiles: 1 },
    answer: z.object({ picture: Picture }),
    status: 201,
    perMinute: 30,
  }),
  published: route({
    method: 'GET',
    path: '/api/v1/boards',
    access: 'public',
    summary: 'List the published posts of a board, newest first, in the language of Accept-Language or in Korean.',
    query: z.strictObject({
      ...listQuery(['publishedAt']),
      code: z
        .string()
        .regex(/^[a-z][a-z0-9-]{0,39}$/)
        .default('news'),
      category: z.string().max(40).optional(),
      /**
       * Project facts. Kind of service and region are filtered by their Korean text, which is the same for all
       * languages.
       */
      service: z.string().trim().max(80).optional(),
      region: z.string().trim().max(80).optional(),
      year: z.coerce.number().int().min(1950).max(2100).optional(),
      households: HouseholdBand.optional(),
    }),
    answer: page('boards', PublicPost),
    cached: true,
  }),
}
