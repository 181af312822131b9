import { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { CategoryInput } from './contract.ts'
import records from './demo.json' with { type: 'json' }
import { shopCategories } from './table.ts'

/** Returns the id of a demo category; it is the same in every installation, so that demo products can refer to it. */
export const demoCategoryId = (key: string): string => assetId(`shop/categories/${key}`)

/** In tree order, parents first. */
export const demoCategories: z.infer<typeof CategoryInput>[] = parseDemo(
  CategoryInput.omit({ parent: true, position: true }).extend({ parent: z.string().optional() }).array(),
  records,
).map(({ parent, ...category }, index) => ({
  ...category,
  parent: parent === undefined ? null : demoCategoryId(parent),
  position: index + 1,
}))

/** Seeds the categories. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  await insertRecords(
    context,
    shopCategories,
    CategoryInput,
    demoCategories,
    demoCategories.map(({ key }) => demoCategoryId(key)),
  )
}
