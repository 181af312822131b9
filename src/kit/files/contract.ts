import { z } from 'zod'
import { ById, crud, Focus, Id, localizedOptional, Picture, recordFields, route, StoredFile } from '../contract.ts'

export const MediaInput = z.strictObject({
  alt: localizedOptional(300),
  focus: Focus.nullable().optional().describe('Focal point of a picture; null for its centre, omitted to keep it'),
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
    /** Number of records that reference the file. */
    uses: z.number().int(),
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof Media>

/** Answer to an upload for a text: its address, and the picture if it is one. */
export const UploadedForText = z.object({ file: StoredFile, picture: Picture.nullable() })

/** Record that references a file. */
const MediaUse = z
  .object({
    /** Record type, as in the audit log. */
    entity: z.string(),
    /** Null if the record has no title. */
    title: z.string().nullable(),
    /** Console path; null if the record has no page there. */
    to: z.string().nullable(),
  })
  .meta({ id: 'MediaUse' })
export type MediaUse = z.infer<typeof MediaUse>

/** Effect of replacing a file on the records that reference it. */
const MediaReplacement = z
  .object({
    /** Number of records that will reference the new file. */
    follow: z.number().int(),
    /** Number of records that keep the old file: purchases, agreements, sent messages, and submissions of members. */
    stay: z.number().int(),
    /**
     * Number of records in `follow` that belong to sections the requester may not change. If it is above 0, nothing is
     * replaced.
     */
    barred: z.number().int(),
  })
  .meta({ id: 'MediaReplacement' })
export type MediaReplacement = z.infer<typeof MediaReplacement>

const from = z.number().min(0).max(100)
const length = z.number().gt(0).max(100)
/** 100 % plus a tolerance for rounding errors in the browser. */
const whole = 100.01

export const MediaCrop = z.strictObject({
  turns: z.int().min(0).max(3).default(0).describe('Quarter turns clockwise before the crop'),
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
    /** `unused`: referenced by no record and at least a day old, so that it can be removed. */
    use: z.enum(['used', 'unused']).optional(),
  },
})

export const media = {
  list,
  get,
  update,
  remove: { ...remove, summary: 'Delete a file that no record uses.' },
  uses: route({
    method: 'GET',
    path: '/api/console/media/{id}/uses',
    access: 'console:media',
    summary: 'List the records that use a file and that the caller may read.',
    params: ById,
    answer: z.object({
      uses: z.array(MediaUse),
      /** Number of records not listed: those in sections the requester may not read, and those beyond the first 200. */
      others: z.number().int(),
      replacement: MediaReplacement,
    }),
  }),
  replace: route({
    method: 'POST',
    path: '/api/console/media/{id}/replace',
    access: 'console:media',
    summary: 'Replace a file by another one of the library in all records that staff edit. The old file is kept.',
    params: ById,
    body: z.strictObject({
      file: Id.describe('New file: of the same kind and, for documents, of the same format'),
      keepAlt: z.boolean().default(true).describe('Whether the new file takes over the texts that it lacks'),
      keepFocus: z
        .boolean()
        .default(true)
        .describe('Whether a new picture without a focal point takes over the old one'),
    }),
    answer: z.object({ medium: Media, records: z.number().int().describe('Records that use the new file now') }),
  }),
  crop: route({
    method: 'POST',
    path: '/api/console/media/{id}/crop',
    access: 'console:media',
    summary: 'Crop a picture, optionally after turning it, and store the result as a new picture.',
    params: ById,
    body: MediaCrop,
    answer: z.object({ medium: Media }),
    status: 201,
  }),
  upload: route({
    method: 'POST',
    path: '/api/console/media',
    access: 'console:upload',
    summary: 'Upload a file; variants of pictures are created immediately.',
    upload: { field: 'file', kinds: ['picture', 'video', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    answer: z.object({ medium: Media }),
    status: 201,
  }),
}
