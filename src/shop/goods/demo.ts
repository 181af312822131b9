import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { localized } from '#kit/contract.ts'
import { assetId } from '#kit/files/assets.ts'
import { parseDemo } from '#kit/module/demo-records.ts'
import type { SeedContext } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { demoCategoryId } from '#shop/categories/demo.ts'
import { deliveryRules } from '#shop/money/rules.ts'
import { GoodInput, OptionInput } from './contract-good.ts'
import texts from './demo.json' with { type: 'json' }
import { moveStock } from './server/move-stock.ts'
import { shopGoods, shopOptions } from './table.ts'

const day = 86_400_000

interface DemoGood extends z.input<typeof GoodInput> {
  /** Pieces in stock by option, in the order of the options. */
  stock: readonly number[]
}

/** Fictional makers, and the texts that products share. */
const { makers, labels, origin, award } = texts

/** Product in `demo.json` and `assets/content/shop/<category>.json`; days are relative to the time of the seed. */
const GoodText = z.strictObject({
  ...GoodInput.pick({ name: true, summary: true, story: true, price: true, deliveryFee: true, axes: true }).shape,
  pictures: z.array(z.string()).min(1),
  maker: z.enum(Object.keys(makers) as (keyof typeof makers)[]),
  facts: z.partialRecord(z.enum(Object.keys(labels) as (keyof typeof labels)[]), localized(200)).optional(),
  award: z.literal(true).optional(),
  discount: z.strictObject({ rate: z.number(), from: z.number().optional(), to: z.number().optional() }).optional(),
  delivery: z.enum(deliveryRules).default('rule'),
  showFrom: z.number().optional(),
  visible: z.boolean().default(true),
  options: z.array(
    OptionInput.pick({ code: true, difference: true }).extend({
      values: OptionInput.shape.values.default([]),
      restock: z.number().optional(),
      stock: z.number().int().min(0),
    }),
  ),
})

/** Featured products; browser tests rely on their names, prices and stock. */
const featured = parseDemo(z.array(GoodText.extend({ category: z.string() })), texts.goods)

const folder = join(import.meta.dirname, '../../../assets/content/shop')

/** Reads the other products, one file per category. */
const readGoods = async (): Promise<typeof featured> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'reviews.json').sort()
  const read = files.map(async (name) => {
    const goods = parseDemo(z.array(GoodText), JSON.parse(await readFile(join(folder, name), 'utf8')))
    return goods.map((good) => ({ ...good, category: name.replace('.json', '') }))
  })
  return (await Promise.all(read)).flat()
}

/** Returns the demo products, in the order of the product list. */
export const demoGoods = async (now: Date): Promise<DemoGood[]> => {
  const from = (days: number | undefined) =>
    days === undefined ? null : new Date(now.getTime() + days * day).toISOString()
  return [...featured, ...(await readGoods())].map(
    ({ pictures, category, maker, facts, award: isAwarded, discount, showFrom, options, ...fields }) => ({
      ...fields,
      pictures: pictures.map((picture) => assetId(`products/product-${picture}`)),
      category: demoCategoryId(category),
      maker: makers[maker],
      facts: facts
        ? [...Object.entries(facts).map(([key, text]) => ({ label: labels[key as keyof typeof labels], text })), origin]
        : [],
      award: isAwarded ? award : {},
      ...(discount && {
        discount: discount.rate,
        discountFrom: from(discount.from),
        discountTo: from(discount.to),
      }),
      showFrom: from(showFrom),
      options: options.map(({ stock: _stock, restock, ...option }) => ({
        ...option,
        restockOn: from(restock)?.slice(0, 10) ?? null,
      })),
      stock: options.map(({ stock }) => stock),
    }),
  )
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Seeds products and their stock. */
export const seed = async (context: Context, { isDemo }: SeedContext): Promise<void> => {
  if (!isDemo) return
  const now = context.now()
  const rows = (await demoGoods(now)).map(({ stock, ...input }, index) => {
    const { options, showFrom, showTo, discountFrom, discountTo, ...fields } = GoodInput.parse(input)
    const goodId = context.newId()
    // Lists show the newest first, so each product is a second older than the one before.
    const at = new Date(now.getTime() - index * 1000)
    return {
      good: {
        ...fields,
        id: goodId,
        showFrom: momentOf(showFrom),
        showTo: momentOf(showTo),
        discountFrom: momentOf(discountFrom),
        discountTo: momentOf(discountTo),
        createdAt: at,
        updatedAt: at,
      },
      options: options.map(({ _id, ...option }, position) => ({ ...option, id: context.newId(), goodId, position })),
      stock,
    }
  })
  await context.database.insert(shopGoods).values(rows.map(({ good }) => good))
  await context.database.insert(shopOptions).values(rows.flatMap(({ options }) => options))
  const pieces = rows.flatMap(({ options, stock }) =>
    options.map(({ id, position }) => ({ option: id, amount: stock[position] ?? 0 })),
  )
  await moveStock(
    context,
    pieces.filter(({ amount }) => amount > 0),
    { kind: 'in' },
  )
}
