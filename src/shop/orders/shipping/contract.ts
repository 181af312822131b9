import { z } from 'zod'
import { route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { checkedSheet, SheetChoice, sheetUpload } from '#kit/spreadsheet/import-contract.ts'
import type { ImportDefinition } from '#kit/spreadsheet/import-definition.ts'
import { m } from '#messages/messages.js'
import { maxShipped, type ShippingColumn } from './rules.ts'

fieldMessages({
  shipping_sheet_long: m.orders_field_shipping_sheet_long,
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

/** Import of carriers and tracking numbers; the sheet to fill in has the same columns. */
export const shippingImport: ImportDefinition<ShippingColumn> = {
  columns: {
    number: {
      heading: m.orders_shipping_number,
      synonyms: ['주문번호', '주문 No', '주문 코드', 'order number', 'order no', '订单号', '订单编号'],
      isRequired: true,
    },
    name: {
      heading: m.orders_shipping_name,
      synonyms: ['수령인', '수취인', '받는 분', '수하인', 'recipient', '收件人', '收货人'],
    },
    postcode: { heading: m.orders_shipping_postcode, synonyms: ['우편 번호', 'zip', '邮编'] },
    address: { heading: m.orders_shipping_address, synonyms: ['배송지', '배송 주소', '받는 분 주소', '收货地址'] },
    phone: { heading: m.orders_shipping_phone, synonyms: ['전화번호', '휴대전화', '받는 분 전화번호', '电话'] },
    products: { heading: m.orders_shipping_products, synonyms: ['상품명', '품목', '内容'] },
    carrier: {
      heading: m.orders_carrier,
      synonyms: ['택배사', '배송사', '배송업체', '운송사', 'courier', '快递公司', '物流公司'],
      isRequired: true,
    },
    tracking: {
      heading: m.orders_tracking,
      synonyms: ['송장', '운송장', '운송장 번호', '등기번호', 'invoice number', 'tracking no', '快递单号', '运单号'],
      isRequired: true,
    },
  },
  maxRows: maxShipped,
  tooLong: 'shipping_sheet_long',
}

/** Ships many orders by a spreadsheet: download, fill in by hand or by the carrier's program, check, apply. */
export const shippingRoutes = {
  shippingSheet: route({
    method: 'POST',
    path: `${path}/sheet`,
    access,
    summary:
      'Get a signed URL of an Excel sheet with the packed orders for delivery, to fill in tracking numbers. The download and its reason are logged.',
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({
      url: z.string(),
      orders: z.number().int().describe('Orders in the file'),
      left: z.number().int().describe('Number of packed orders that did not fit into the file'),
    }),
    status: 200,
    perMinute: 10,
  }),
  checkShipping: route({
    method: 'POST',
    path: `${path}/check`,
    access,
    summary: 'Check a filled-in sheet: returns the orders it would ship and the errors of each row. Changes nothing.',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ sheet: checkedSheet(shippingImport) }),
    status: 200,
    perMinute: 60,
  }),
  applyShipping: route({
    method: 'POST',
    path,
    access,
    summary:
      'Record the shipment of the orders of a sheet, all or none. `conflict` names the rows of orders that are no longer packed (`5.number`).',
    query: SheetChoice,
    upload: sheetUpload,
    answer: z.object({ shipped: z.number().int() }),
    status: 200,
    perMinute: 10,
  }),
}
