import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { AuthorInput, type authors as contract } from './contract.ts'
import { type AuthorRow, auctionAuthors } from './table.ts'

type Input = z.input<typeof AuthorInput>

let count = 0

export const authorInput = (overrides: Partial<Input> = {}): Input => {
  count += 1
  return {
    key: `han-do-gyeom-${count}-${Date.now().toString(36)}`,
    name: { ko: '한도겸', en: 'Han Do-gyeom', cn: '韩度谦' },
    born: 1981,
    biography: { ko: '물결을 그립니다.' },
    ...overrides,
  }
}

export const buildAuthor = (context: Context, overrides: Partial<Input> = {}): Promise<AuthorRow> =>
  insertRecord(context, auctionAuthors, AuthorInput, authorInput(overrides))

export const samples: Samples<typeof contract> = {
  create: async () => ({ body: authorInput() }),
  open: async (context) => ({ params: { id: (await buildAuthor(context)).id } }),
}
