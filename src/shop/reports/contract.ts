import { z } from 'zod'
import { Id, Picture, route } from '#kit/contract.ts'
import { ComparedSpan, ReportSpan } from '#platform/statistics/contract.ts'

const Sum = z.number().int()

export const SalesRow = z
  .object({
    key: z.string(),
    orders: Sum.describe('Orders that were paid'),
    quantity: Sum.describe('Pieces of those orders'),
    discounts: Sum.describe('Won that coupons and points took off them'),
    sales: Sum.describe('Won paid, delivery included'),
    refunds: Sum.describe('Won given back'),
    net: Sum.describe('Sales without refunds'),
  })
  .meta({ id: 'ShopSalesRow' })
export type SalesRow = z.infer<typeof SalesRow>

const ProductFigures = {
  quantity: Sum.describe('Pieces paid for'),
  sales: Sum.describe('Won paid for them, without delivery'),
  returned: Sum.describe('Pieces that were sent back or cancelled'),
  refunds: Sum.describe('Won that had been paid for those'),
  net: Sum.describe('Sales without refunds'),
}

export const ProductSalesRow = z
  .object({
    product: Id.nullable().describe('Null: products that were removed since'),
    name: z.string(),
    picture: Picture.nullable(),
    ...ProductFigures,
    before: Sum.describe('Net in the period before'),
  })
  .meta({ id: 'ShopProductSalesRow' })
export type ProductSalesRow = z.infer<typeof ProductSalesRow>

const path = '/api/console/statistics'
const report = <const Name extends string>(name: Name, summary: string) =>
  route({
    method: 'GET',
    path: `${path}/${name}`,
    access: 'console:shop',
    summary,
    query: ReportSpan,
    answer: z.object({
      rows: z.array(SalesRow),
      before: z.array(SalesRow).describe('The same for the period before'),
      compared: ComparedSpan,
    }),
  })

/** Sales by time of payment and refund, in Seoul time. */
export const reports = {
  monthly: report('monthlySales', 'Sales of each month; `key` is `2026-11`.'),
  daily: report('dailySales', 'Sales of each day; `key` is `2026-11-23`.'),
  dayOfWeek: report('dayOfWeekSales', 'Sales of each weekday; `key` is 1 (Monday) to 7 (Sunday).'),
  products: route({
    method: 'GET',
    path: `${path}/productsSales`,
    access: 'console:shop',
    summary: 'Sales of each product, those that brought most first, 200 at most; and of all of them.',
    query: ReportSpan,
    answer: z.object({
      products: z.array(ProductSalesRow),
      count: Sum.describe('Products that were sold or sent back in the period'),
      total: z.object(ProductFigures),
      compared: ComparedSpan,
    }),
  }),
}
