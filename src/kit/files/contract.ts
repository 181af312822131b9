import { z } from 'zod'
import { crud, localizedOptional, Picture, recordFields, route, StoredFile } from '../contract.ts'

export const MediaInput = z.strictObject({ alt: localizedOptional(300) })
export const Media = z
  .object({
    ...recordFields,
    kind: z.enum(['picture', 'video', 'document']),
    name: z.string(),
    mime: z.string(),
    bytes: z.number().int(),
    alt: z.object({ ko: z.string().optional(), en: z.string().optional(), cn: z.string().optional() }),
    picture: Picture.nullable(),
    file: StoredFile,
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof Media>

const { list, get, update } = crud('/api/console/media', { one: 'medium', many: 'media' }, Media, MediaInput, {
  access: 'console:media',
  sort: ['createdAt', 'name', 'bytes'],
  filters: { kind: z.enum(['picture', 'video', 'document']).optional() },
})

export const media = {
  list,
  get,
  update,
  upload: route({
    method: 'POST',
    path: '/api/console/media',
    access: 'console',
    summary: 'Upload a file; pictures get their variants at once.',
    upload: { field: 'file', kinds: ['picture', 'video', 'document'], maxBytes: 50 * 1024 * 1024, maxFiles: 1 },
    answer: z.object({ medium: Media }),
    status: 201,
  }),
}
