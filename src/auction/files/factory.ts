import { files as stored } from '#kit/files/table.ts'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import type { files as contract } from './contract.ts'

/** Creates the record of a PDF without its content. */
export const buildPdf = async (context: Context): Promise<string> => {
  const id = context.newId()
  const times = { createdAt: context.now(), updatedAt: context.now() }
  await context.database.insert(stored).values({
    id,
    kind: 'document',
    name: 'catalogue.pdf',
    mime: 'application/pdf',
    bytes: 1000,
    sha256: Buffer.alloc(32, id),
    alt: { ko: '' },
    ...times,
  })
  return id
}

export const samples: Samples<typeof contract> = {
  create: async (context) => ({ body: { title: { ko: '겨울의 결 도록' }, file: await buildPdf(context) } }),
}
