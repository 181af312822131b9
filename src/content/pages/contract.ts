import { z } from 'zod'
import { Blocks, PublicBlock } from '#content/blocks/contract.ts'
import {
  crud,
  Id,
  Link,
  Locale,
  localized,
  localizedOptional,
  Picture,
  recordFields,
  route,
  StoredFile,
} from '#kit/contract.ts'
import { draftFields, draftRoutes } from '#kit/drafts/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'

fieldMessages({
  elsewhere: m.practice_field_elsewhere,
})

/**
 * Sections of the home page in order. The records hold their texts; listed records come from their modules.
 * `blocks` is the whole content of any other page: its head and its blocks.
 */
export const SectionKind = z.enum(['hero', 'business', 'values', 'lawyers', 'projects', 'stories', 'offices', 'blocks'])

const Item = z.strictObject({
  title: localizedOptional(120).default({}),
  /** HTML, sanitized. */
  text: localizedOptional(2000).default({}),
  link: Link.nullable().default(null),
  picture: Id.nullable().default(null),
})

export const SectionInput = z.strictObject({
  /** Page of the section: `home` or `center`. */
  page: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  kind: SectionKind,
  title: localized(120),
  lead: localizedOptional(400).default({}),
  /** Cards or slides: 4 business cards, 3 values. */
  items: z.array(Item).max(12).default([]),
  /** Hero: the poster. `videos` are its video files in order of preference. */
  picture: Id.nullable().default(null),
  videos: z.array(Id).max(4).default([]),
  blocks: Blocks.default([]),
  position: z.number().int().min(0).max(1000).default(0),
  visible: z.boolean().default(true),
})

export const Section = z
  .object({
    ...recordFields,
    ...SectionInput.shape,
    picture: Picture.nullable(),
    videos: z.array(StoredFile),
    items: z.array(z.object({ ...Item.shape, picture: Picture.nullable() })),
    /** Pictures whose ids occur in the blocks. */
    pictures: z.array(Picture),
    ...draftFields,
  })
  .meta({ id: 'Section' })
export type Section = z.infer<typeof Section>

/** Section in a list: the number of items, without their texts and without blocks. */
export const SectionLine = Section.omit({ items: true, blocks: true, pictures: true, videos: true, picture: true })
  .extend({ itemCount: z.number().int() })
  .meta({ id: 'SectionLine' })
export type SectionLine = z.infer<typeof SectionLine>

export const PublicSection = z
  .object({
    _id: Id,
    kind: SectionKind,
    title: z.string(),
    lead: z.string(),
    lang: Locale,
    items: z.array(
      z.object({ title: z.string(), text: z.string(), link: z.string().nullable(), picture: Picture.nullable() }),
    ),
    picture: Picture.nullable(),
    videos: z.array(StoredFile),
    blocks: z.array(PublicBlock),
  })
  .meta({ id: 'PublicSection' })
export type PublicSection = z.infer<typeof PublicSection>

export const pages = {
  ...crud('/api/console/pages', { one: 'section', many: 'sections' }, Section, SectionInput, {
    access: 'console:pages',
    sort: ['position', 'createdAt', 'updatedAt'],
    filters: { of: z.string().max(40).optional() },
    line: SectionLine,
  }),
  ...draftRoutes('/api/console/pages', 'section', Section, SectionInput, { access: 'console:pages' }),
  published: route({
    method: 'GET',
    path: '/api/v1/pages/{page}',
    access: 'public',
    summary: 'List the sections of a page by position.',
    params: z.strictObject({ page: SectionInput.shape.page }),
    answer: z.object({ sections: z.array(PublicSection) }),
    cached: true,
  }),
}
