import { z } from 'zod'
import { ById, crud, Focus, Id, localizedOptional, Picture, recordFields, route, StoredFile } from '../contract.ts'

export const MediaInput = z.strictObject({
  alt: localizedOptional(300),
  focus: Focus.nullable().optional().describe('Of a picture; null: its middle; absent: as it is'),
})
export const Media = z
  .object({
    ...recordFields,
    kind: z.enum(['picture', 'video', 'document']),
    name: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    alt: z.object({ ko: z.string().optional(), en: z.string().optional(), cn: z.string().optional() }),
    focus: Focus.nullable(),
    picture: Picture.nullable(),
    file: StoredFile,
    /** Records that name it. */
    uses: z.number().int(),
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof Media>

/** A record that names a file. */
const MediaUse = z
  .object({
    /** Kind of record, as the log names it. */
    entity: z.string(),
    /** Null where it has no name of its own. */
    title: z.string().nullable(),
    /** Address in the console; null where it has none. */
    to: z.string().nullable(),
  })
  .meta({ id: 'MediaUse' })
export type MediaUse = z.infer<typeof MediaUse>

/** What becomes of the records that name a file where another is put in its place. */
const MediaReplacement = z
  .object({
    /** Records that name the new one then. */
    follow: z.number().int(),
    /** Records that keep the old one: of what was bought, agreed to or sent, and of what members sent in. */
    stay: z.number().int(),
    /** Of those that follow, records of sections that who asks may not change: with one of them nothing is replaced. */
    barred: z.number().int(),
  })
  .meta({ id: 'MediaReplacement' })
export type MediaReplacement = z.infer<typeof MediaReplacement>

const from = z.number().min(0).max(100)
const length = z.number().gt(0).max(100)
/** What a browser adds up may be a little more than a whole. */
const whole = 100.01

export const MediaCrop = z.strictObject({
  turns: z.int().min(0).max(3).default(0).describe('Quarters that the picture is turned clockwise first'),
  area: z
    .strictObject({ left: from, top: from, width: length, height: length })
    .refine(({ left, width }) => left + width <= whole, { path: ['width'], error: 'crop_outside' })
    .refine(({ top, height }) => top + height <= whole, { path: ['height'], error: 'crop_outside' })
    .describe('Percent of the turned picture'),
})
export type MediaCrop = z.infer<typeof MediaCrop>

const { list, get, update, remove } = crud('/api/console/media', { one: 'medium', many: 'media' }, Media, MediaInput, {
  access: 'console:media',
  sort: ['createdAt', 'name', 'bytes'],
  filters: {
    kind: z.enum(['picture', 'video', 'document']).optional(),
    /** `unused`: named by no record, and a day old, so that it can be removed. */
    use: z.enum(['used', 'unused']).optional(),
  },
})

export const media = {
  list,
  get,
  update,
  remove: { ...remove, summary: 'Remove a file that no record names.' },
  uses: route({
    method: 'GET',
    path: '/api/console/media/{id}/uses',
    access: 'console:media',
    summary: 'The records that name a file, as far as who asks may read them.',
    params: ById,
    answer: z.object({
      uses: z.array(MediaUse),
      /** Records beyond those: of sections that who asks may not read, and past the first two hundred. */
      others: z.number().int(),
      replacement: MediaReplacement,
    }),
  }),
  replace: route({
    method: 'POST',
    path: '/api/console/media/{id}/replace',
    access: 'console:media',
    summary:
      'Put another file of the library in the place of one, in all records that staff write; the old one is kept.',
    params: ById,
    body: z.strictObject({
      file: Id.describe('The new one: of the same kind, of documents of the same format'),
      keepAlt: z.boolean().default(true).describe('Whether it takes over the texts that it lacks'),
      keepFocus: z.boolean().default(true).describe('Whether a picture without a focal point takes it over'),
    }),
    answer: z.object({ medium: Media, records: z.number().int().describe('Records that name it now') }),
  }),
  crop: route({
    method: 'POST',
    path: '/api/console/media/{id}/crop',
    access: 'console:media',
    summary: 'Cut a rectangle out of a picture, turned first if wanted, and keep it as a picture of its own.',
    params: ById,
    body: MediaCrop,
    answer: z.object({ medium: Media }),
    status: 201,
  }),
  upload: route({
    method: 'POST',
    path: '/api/console/media',
    access: 'console:upload',
    summary: 'Upload a file; pictures get their variants at once.',
    upload: { field: 'file', kinds: ['picture', 'video', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    answer: z.object({ medium: Media }),
    status: 201,
  }),
}
