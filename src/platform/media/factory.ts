import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { drafts } from '#kit/drafts/table.ts'
import type { media } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { unusedAfter } from './rules.ts'

/** Small picture with its bytes. */
const buildPicture = async (context: Context) => {
  const { id } = await buildDocument(context)
  const [width, height] = [64, 48]
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  await context.services.files.put(`${id}/original`, bytes)
  const picture = { kind: 'picture', name: '사진.png', mime: 'image/png', width, height } as const
  await context.database
    .update(files)
    .set({ ...picture, widths: [width], formats: ['webp'] })
    .where(eq(files.id, id))
  return id
}

/** Row of a stored document, without its bytes. */
const buildDocument = async (context: Context, createdAt = context.now()) => {
  const id = context.newId()
  const sha256 = createHash('sha256').update(id).digest()
  const name = '안내.pdf'
  const [row] = await context.database
    .insert(files)
    .values({ id, kind: 'document', name, mime: 'application/pdf', bytes: 1, sha256, createdAt, updatedAt: createdAt })
    .returning()
  if (!row) throw new Error('The file was not stored')
  return row
}

export const samples: Samples<typeof media> = {
  update: async (context) => {
    const { id, updatedAt } = await buildDocument(context)
    return { params: { id }, body: { alt: { ko: '안내문' }, updatedAt: updatedAt.toISOString() } }
  },
  replace: async (context) => {
    const [{ id }, { id: file, createdAt }] = [await buildDocument(context), await buildDocument(context)]
    // Adds a draft that uses the first file; drafts are in the kit, which this layer may import.
    const times = { madeFrom: createdAt, createdAt, updatedAt: createdAt }
    await context.database.insert(drafts).values({
      entity: 'practices',
      recordId: context.newId(),
      content: { file: id },
      base: {},
      author: 'x',
      ...times,
    })
    return { params: { id }, body: { file } }
  },
  crop: async (context) => ({
    params: { id: await buildPicture(context) },
    body: { turns: 1, area: { left: 0, top: 10, width: 100, height: 50 } },
  }),
  remove: async (context) => ({
    params: { id: (await buildDocument(context, new Date(context.now().getTime() - 2 * unusedAfter))).id },
  }),
}
