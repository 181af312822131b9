import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { insertRecord } from '#kit/server/records/records.ts'
import { CategoryInput, type categories as contract } from './contract.ts'
import { type CategoryRow, shopCategories } from './table.ts'

type Input = z.input<typeof CategoryInput>

let count = 0

export const categoryInput = (overrides: Partial<Input> = {}): Input => {
  count += 1
  return {
    key: `tea-${count}-${Date.now().toString(36)}`,
    name: { ko: '차와 다기', en: 'Tea ware', cn: '茶具' },
    ...overrides,
  }
}

export const buildCategory = (context: Context, overrides: Partial<Input> = {}): Promise<CategoryRow> =>
  insertRecord(context, shopCategories, CategoryInput, categoryInput(overrides))

export const samples: Samples<typeof contract> = {
  create: () => ({ body: categoryInput() }),
  arrange: async (context) => {
    await buildCategory(context)
    const rows = await context.database
      .select({ _id: shopCategories.id, parent: shopCategories.parent, updatedAt: shopCategories.updatedAt })
      .from(shopCategories)
    return { body: { categories: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })) } }
  },
}
