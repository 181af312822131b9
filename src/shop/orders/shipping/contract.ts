import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { shippingColumns } from './rules.ts'

fieldMessages({
  shipping_sheet: m.orders_field_shipping_sheet,
  shipping_sheet_heads: m.orders_field_shipping_sheet_heads,
  shipping_sheet_long: m.orders_field_shipping_sheet_long,
  shipping_sheet_rows: m.orders_field_shipping_sheet_rows,
  shipping_number: m.orders_field_shipping_number,
  shipping_twice: m.orders_field_shipping_twice,
  shipping_state: m.orders_field_shipping_state,
  shipping_carrier_missing: m.orders_field_shipping_carrier_missing,
  shipping_carrier: m.orders_field_shipping_carrier,
  shipping_tracking_missing: m.orders_field_shipping_tracking_missing,
  shipping_tracking: m.orders_field_shipping_tracking,
  shipping_tracking_twice: m.orders_field_shipping_tracking_twice,
})

const path = '/api/console/shop/orders/shipping'
const access = 'console:shop'
const upload = { field: 'file', kinds: ['document'], maxBytes: 5 * 1024 ** 2, maxFiles: 1 } as const

/** Row of the spreadsheet with its errors. */
export const ShippingRow = z.object({
  row: z.number().int().describe('As the spreadsheet counts: the headings are row 1'),
  number: z.string(),
  name: z.string(),
  carrier: z.string().describe('By its usual name, where it is known'),
  tracking: z.string(),
  faults: z.array(z.object({ column: z.enum(shippingColumns), message: z.string() })),
})
export type ShippingRow = z.infer<typeof ShippingRow>

/** Ships many orders by a spreadsheet: download, fill in by hand or by the carrier's program, check, apply. */
export const shippingRoutes = {
  shippingSheet: route({
    method: 'POST',
    path: `${path}/sheet`,
    access,
    summary:
      'A signed address of an Excel file with the orders that are packed and go by parcel, to be filled in; who took it and why is in the log.',
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({
      url: z.string(),
      orders: z.number().int().describe('In the file'),
      left: z.number().int().describe('More than one file takes'),
    }),
    status: 200,
    perMinute: 10,
  }),
  checkShipping: route({
    method: 'POST',
    path: `${path}/check`,
    access,
    summary: 'What a sheet that was filled in would ship, and what is wrong with it row by row. Changes nothing.',
    upload,
    answer: z.object({ sheet: z.object({ rows: z.array(ShippingRow) }) }),
    status: 200,
    perMinute: 20,
  }),
  applyShipping: route({
    method: 'POST',
    path,
    access,
    summary:
      'Ship the orders of a sheet: all of them, or none. Where orders are not packed any more, `conflict` names their rows (`5.number`).',
    upload,
    answer: z.object({ shipped: z.number().int() }),
    status: 200,
    perMinute: 10,
  }),
}
