import type { z } from 'zod'
import { assetId } from '#kit/files/assets.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { insertRecords } from '#kit/server/records/records.ts'
import { CategoryInput } from './contract.ts'
import { shopCategories } from './table.ts'

/** Returns the id of a demo category; it is the same in every installation, so that demo products can refer to it. */
export const demoCategoryId = (key: string): string => assetId(`shop/categories/${key}`)

const category = (key: string, ko: string, en: string, cn: string, parent?: string) => ({
  key,
  name: { ko, en, cn },
  parent: parent === undefined ? null : demoCategoryId(parent),
})

const rows = [
  category('kitchen', '식탁과 주방', 'Table and kitchen', '餐桌与厨房'),
  category('tea-ware', '차와 다기', 'Tea ware', '茶具', 'kitchen'),
  category('bowls', '그릇', 'Bowls', '碗碟', 'kitchen'),
  category('home', '생활과 가구', 'Home', '家居'),
  category('lighting', '조명과 초', 'Lamps and candles', '灯具与蜡烛', 'home'),
  category('furniture', '가구와 소반', 'Furniture and trays', '家具与小盘', 'home'),
  category('gifts', '선물', 'Gifts', '礼品'),
  category('cutlery', '수저와 식탁 소품', 'Cutlery and table linen', '餐具与桌布', 'kitchen'),
  category('woodware', '옻칠과 목기', 'Lacquer and woodware', '漆器与木器', 'home'),
  category('vases', '화병과 화분', 'Vases and planters', '花瓶与花盆', 'home'),
  category('textiles', '담요와 직물', 'Blankets and textiles', '毯子与织物', 'home'),
  category('children', '어린이', 'Children', '儿童用品'),
]

/** In tree order, parents first. */
export const demoCategories: z.input<typeof CategoryInput>[] = rows.map((row, index) => ({
  ...row,
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
