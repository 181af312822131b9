import { z } from 'zod'
import { ById, crud, Id, Instant, Locale, listQuery, Picture, page, route } from '#kit/contract.ts'
import { Price, Rate, WonTotal } from '#shop/money/contract.ts'
import { deliveryRules } from '#shop/money/rules.ts'
import { Good, GoodInput, GoodLine } from './contract-good.ts'
import { pictureRoutes } from './contract-pictures.ts'

const Position = z.number().int().min(0)

/** Option as customers see it. */
export const PublicOption = z
  .object({
    _id: Id,
    values: z.array(z.string()),
    difference: z.number().int(),
    price: WonTotal.describe('Price before discounts'),
    reduced: WonTotal.describe('Price after the discount of the product'),
    stock: z.number().int().describe('Pieces in stock; 11 means more than ten'),
    restockOn: z.iso.date().nullable(),
  })
  .meta({ id: 'PublicShopOption' })
export type PublicOption = z.infer<typeof PublicOption>

/** Product in a list. `price` and `reduced` are those of its first option. */
export const PublicGoodLine = z
  .object({
    _id: Id,
    name: z.string(),
    lang: Locale,
    maker: z.string(),
    summary: z.string(),
    award: z.string(),
    category: Id.nullable(),
    picture: Picture.nullable(),
    price: WonTotal,
    discount: Rate,
    reduced: WonTotal,
    axes: z.array(z.string()),
    options: z.array(PublicOption),
    soldOut: z.boolean(),
    restockOn: z.iso.date().nullable(),
    rating: z.number().nullable().describe('Average rating, to one decimal'),
    reviews: z.number().int(),
  })
  .meta({ id: 'PublicShopProductLine' })
export type PublicGoodLine = z.infer<typeof PublicGoodLine>

export const PublicGood = z
  .object({
    ...PublicGoodLine.shape,
    story: z.string(),
    facts: z.array(z.object({ label: z.string(), text: z.string() })),
    pictures: z.array(Picture),
    pointRate: Rate,
    delivery: z.enum(deliveryRules),
    deliveryFee: Price,
    categories: z
      .array(z.object({ _id: Id, key: z.string(), name: z.string() }))
      .describe('Path in the category tree, from the root'),
    /** Number of reviews with ratings 1 to 5. */
    ratings: z.array(z.number().int()).length(5),
  })
  .meta({ id: 'PublicShopProduct' })
export type PublicGood = z.infer<typeof PublicGood>

export const stockReasons = ['in', 'out', 'broken'] as const

export const StockMove = z
  .object({
    _id: Id,
    option: Id,
    amount: z.number().int(),
    kind: z.enum([...stockReasons, 'order', 'cancel', 'return', 'exchange']),
    note: z.string(),
    at: Instant,
  })
  .meta({ id: 'ShopStockMove' })

const consolePath = '/api/console/shop/products'
const path = '/api/v1/shop/products'
const paging = listQuery(['createdAt'])
export const goodOrders = ['sought', 'new', 'cheap', 'reviewed'] as const

/** Products of the shop. */
export const goods = {
  ...crud(consolePath, { one: 'product', many: 'products' }, Good, GoodInput, {
    access: 'console:shop',
    sort: ['updatedAt', 'createdAt', 'price'],
    filters: { visible: z.stringbool().optional(), category: Id.optional(), low: z.stringbool().optional() },
    line: GoodLine,
  }),
  stock: route({
    method: 'POST',
    path: `${consolePath}/{id}/stock`,
    access: 'console:shop',
    summary: 'Add pieces to the stock of an option, or remove some.',
    params: ById,
    body: z.strictObject({
      option: Id,
      amount: z
        .number()
        .int()
        .min(-100_000)
        .max(100_000)
        .refine((amount) => amount !== 0, { error: 'good_stock' }),
      kind: z.enum(stockReasons),
      note: z.string().trim().max(200).default(''),
    }),
    answer: z.object({ product: Good }),
    status: 200,
    idempotent: true,
  }),
  moves: route({
    method: 'GET',
    path: `${consolePath}/{id}/stock`,
    access: 'console:shop',
    summary: 'List the stock movements of a product, latest first.',
    params: ById,
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('moves', StockMove),
  }),

  ...pictureRoutes,

  published: route({
    method: 'GET',
    path,
    access: 'public',
    summary: 'List visible products.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      q: paging.q,
      category: z.string().max(60).optional().describe('Key of a category; includes its subcategories'),
      from: z.coerce.number().int().min(0).max(1e12).optional(),
      to: z.coerce.number().int().min(0).max(1e12).optional(),
      available: z.stringbool().optional(),
      reduced: z.stringbool().optional(),
      awarded: z.stringbool().optional(),
      order: z.enum(goodOrders).default('sought'),
    }),
    answer: page('products', PublicGoodLine).extend({
      prices: z
        .array(z.object({ from: WonTotal, count: Position }))
        .describe('Number of products per price range of 20,000 won, without the price filter'),
    }),
    cached: 'apart',
  }),
  open: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: 'public',
    summary: 'Get a product.',
    params: ById,
    answer: z.object({ product: PublicGood }),
    cached: true,
  }),
  choice: route({
    method: 'GET',
    path: `${path}/{id}/options`,
    access: 'public',
    knowsMember: true,
    summary: 'Get current prices and stock of a product, with the price for the level of the caller.',
    params: ById,
    answer: z.object({
      options: z.array(PublicOption),
      levelRate: Rate.describe("Discount of the caller's level; 0 for guests"),
      levelTitle: z.string(),
    }),
    perMinute: 240,
  }),
  ask: route({
    method: 'POST',
    path: `${path}/{id}/questions`,
    access: 'member',
    summary: 'Ask a question about a product; it appears with its answer among the questions of the caller.',
    params: ById,
    body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    answer: z.object({ question: z.object({ _id: Id }) }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
}
