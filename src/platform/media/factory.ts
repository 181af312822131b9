import { createHash } from 'node:crypto'
import type { media } from '#kit/files/contract.ts'
import { files } from '#kit/files/table.ts'
import type { Samples } from '#kit/server/samples.ts'

export const samples: Samples<typeof media> = {
  update: async (context) => {
    const now = context.now()
    const id = context.newId()
    const sha256 = createHash('sha256').update(id).digest()
    const name = '안내.pdf'
    const [row] = await context.database
      .insert(files)
      .values({ id, kind: 'document', name, mime: 'application/pdf', bytes: 1, sha256, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('The file was not stored')
    return { params: { id }, body: { alt: { ko: '안내문' }, updatedAt: row.updatedAt.toISOString() } }
  },
}
