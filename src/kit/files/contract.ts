import { z } from 'zod'
import { ById, crud, Focus, localizedOptional, Picture, recordFields, route, StoredFile } from '../contract.ts'

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
    }),
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
