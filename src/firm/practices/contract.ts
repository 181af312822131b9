import { z } from 'zod'
import { Blocks, PublicBlock } from '#content/blocks/contract.ts'
import { crud, Id, Link, Locale, localized, localizedOptional, Picture, recordFields, route } from '#kit/contract.ts'
import { draftFields, draftRoutes } from '#kit/drafts/contract.ts'

export const PracticeInput = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  /** Path of its page: `/business/building`. */
  path: Link,
  title: localized(60),
  /** One or two sentences. */
  summary: localizedOptional(400).default({}),
  picture: Id.nullable().default(null),
  /** Content of its page. */
  blocks: Blocks.default([]),
  position: z.number().int().min(0).max(1000).default(0),
  visible: z.boolean().default(true),
})
export const Practice = z
  .object({
    ...recordFields,
    ...PracticeInput.shape,
    picture: Picture.nullable(),
    /** Pictures whose ids occur in the blocks. */
    pictures: z.array(Picture),
    ...draftFields,
  })
  .meta({ id: 'Practice' })
export type Practice = z.infer<typeof Practice>

/** Practice in a list, without the content of its page. */
export const PracticeLine = Practice.omit({ blocks: true, pictures: true }).meta({ id: 'PracticeLine' })
export type PracticeLine = z.infer<typeof PracticeLine>

export const PublicPractice = z
  .object({
    ...recordFields,
    key: z.string(),
    path: z.string(),
    title: z.string(),
    summary: z.string(),
    picture: Picture.nullable(),
    lang: Locale,
  })
  .meta({ id: 'PublicPractice' })
export type PublicPractice = z.infer<typeof PublicPractice>

/** Practice with the content of its page. */
const PracticePage = z.object({ ...PublicPractice.shape, blocks: z.array(PublicBlock) }).meta({ id: 'PracticePage' })

export const practices = {
  ...crud('/api/console/practices', { one: 'practice', many: 'practices' }, Practice, PracticeInput, {
    access: 'console:practices',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: {},
    line: PracticeLine,
  }),
  ...draftRoutes('/api/console/practices', 'practice', Practice, PracticeInput, { access: 'console:practices' }),
  published: route({
    method: 'GET',
    path: '/api/v1/practices',
    access: 'public',
    summary: 'List the practices by position.',
    answer: z.object({ practices: z.array(PublicPractice) }),
    cached: true,
  }),
  page: route({
    method: 'GET',
    path: '/api/v1/practices/{key}',
    access: 'public',
    summary: 'Get a practice with the blocks of its page.',
    params: z.strictObject({ key: PracticeInput.shape.key }),
    answer: z.object({ practice: PracticePage }),
    cached: true,
  }),
}
