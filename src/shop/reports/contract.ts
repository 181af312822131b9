import { z } from 'zod'
import { Id, Picture, route } from '#kit/contract.ts'
import { ComparedSpan, ReportSpan } from '#platform/statistics/contract.ts'

const Sum = z.number().int()

export const SalesRow = z
  .object({
    key: z.string(),
    orders: Sum.describe('Paid orders'),
    quantity: Sum.describe('Pieces of those orders'),
    discounts: Sum.describe('Discounts by coupons and points, in won'),
    sales: Sum.describe('Payments in won, including delivery'),
    refunds: Sum.describe('Refunds in won'),
    net: Sum.describe('Sales without refunds'),
  })
  .meta({ id: 'ShopSalesRow' })
export type SalesRow = z.infer<typeof SalesRow>

const ProductFigures = {
  quantity: Sum.describe('Pieces paid for'),
  sales: Sum.describe('Payments for them in won, without delivery'),
  returned: Sum.describe('Pieces returned or cancelled'),
  refunds: Sum.describe('Refunds for them in won'),
  net: Sum.describe('Sales without refunds'),
}

export const ProductSalesRow = z
  .object({
    product: Id.nullable().describe('Null for deleted products'),
    name: z.string(),
    picture: Picture.nullable(),
    ...ProductFigures,
    before: Sum.describe('Net sales of the previous period'),
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
      before: z.array(SalesRow).describe('The same rows for the previous period'),
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
    summary: 'Get the sales of each product, highest first, at most 200, and the totals.',
    query: ReportSpan,
    answer: z.object({
      products: z.array(ProductSalesRow),
      count: Sum.describe('Products sold or returned in the period'),
      total: z.object(ProductFigures),
      compared: ComparedSpan,
    }),
  }),
}
