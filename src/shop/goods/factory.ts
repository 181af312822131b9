import type { z } from 'zod'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildAccount } from '#shop/conditions/factory.ts'
import type { goods as contract } from './contract.ts'
import { GoodInput } from './contract-good.ts'
import { readOptions } from './server/find-goods.ts'
import { type GoodRow, type OptionRow, shopGoods, shopOptions, shopStockMoves } from './table.ts'

type Input = z.input<typeof GoodInput>

export const goodInput = (overrides: Partial<Input> = {}): Input => ({
  name: { ko: '청자 다기 한 벌', en: 'Celadon tea set', cn: '青瓷茶具' },
  maker: { ko: '구운결', en: 'Guungyeol', cn: '九云' },
  price: 128_000,
  visible: true,
  options: [{ values: [] }],
  ...overrides,
})

/** Creates a product on sale with `stock` pieces of each option. */
export const buildGood = async (
  context: Context,
  { stock = 10, ...overrides }: Partial<Input> & { stock?: number } = {},
): Promise<{ good: GoodRow; options: OptionRow[] }> => {
  const { options, showFrom, showTo, discountFrom, discountTo, ...fields } = GoodInput.parse(goodInput(overrides))
  const now = context.now()
  const id = context.newId()
  const moment = (text: string | null) => (text ? new Date(text) : null)
  const [good] = await context.database
    .insert(shopGoods)
    .values({
      ...fields,
      showFrom: moment(showFrom),
      showTo: moment(showTo),
      discountFrom: moment(discountFrom),
      discountTo: moment(discountTo),
      id,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!good) throw new Error('The product was not made')
  for (const [position, { _id, ...option }] of options.entries()) {
    const optionId = context.newId()
    await context.database.insert(shopOptions).values({ ...option, id: optionId, goodId: id, position })
    if (stock > 0)
      await context.database
        .insert(shopStockMoves)
        .values({ id: context.newId(), optionId, amount: stock, kind: 'in', at: now })
  }
  return { good, options: (await readOptions(context, [id]))(id) }
}

/** Creates a product on sale and returns one orderable option of it. */
export const buildOption = async (
  context: Context,
  overrides: Parameters<typeof buildGood>[1] = {},
): Promise<{ good: GoodRow; option: OptionRow }> => {
  await buildAccount(context)
  const { good, options } = await buildGood(context, overrides)
  const [option] = options
  if (!option) throw new Error('The product has no option')
  return { good, option }
}

const params = async (context: Context) => ({ params: { id: (await buildGood(context)).good.id } })

export const samples: Samples<typeof contract> = {
  create: () => ({ body: goodInput() }),
  stock: async (context) => {
    const { good, option } = await buildOption(context)
    return { params: { id: good.id }, body: { option: option.id, amount: 5, kind: 'in' } }
  },
  moves: params,
  sortImages: async (context) => ({ ...(await params(context)), body: { images: [] } }),
  open: params,
  thumb: params,
  images: params,
  choice: params,
  ask: async (context) => ({ ...(await params(context)), body: { text: '상자가 함께 옵니까?' } }),
}
