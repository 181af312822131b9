import { and, asc, eq } from 'drizzle-orm'
import { createExcelDownload } from '#kit/files/excel-download.ts'
import { textIn } from '#kit/i18n.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { formatOrderNumber } from '../../rules.ts'
import { readLines } from '../../server/find-order.ts'
import { shopOrders } from '../../table.ts'
import { shippingImport } from '../contract.ts'
import { maxShipped, type ShippingColumn, shippingColumns } from '../rules.ts'

/** Sheets ship only packed orders: customers can still change the address of paid ones. */
export const isPacked = and(eq(shopOrders.state, 'preparing'), eq(shopOrders.way, 'parcel'))

export const countPacked = (context: Context): Promise<number> => context.database.$count(shopOrders, isPacked)

/** Returns the packed orders as cells, oldest first. */
const packedRows = async (context: Context): Promise<string[][]> => {
  const rows = await context.database
    .select()
    .from(shopOrders)
    .where(isPacked)
    .orderBy(asc(shopOrders.number))
    .limit(maxShipped)
  const lines = await readLines(
    context,
    rows.map(({ id }) => id),
  )
  const productsOf = (id: string) =>
    lines
      .filter(({ orderId }) => orderId === id)
      .map(({ title, values, quantity }) => {
        const names = [title, ...values].map((name) => textIn(context.locale, name))
        return `${names.join(' ')} × ${quantity}`
      })
      .join(', ')
  return rows.map((row) => {
    const { name, postcode, address, detail, phone } = row.recipient
    const cells: Record<ShippingColumn, string> = {
      number: formatOrderNumber(row),
      name,
      postcode,
      address: [address, detail].filter(Boolean).join(' '),
      // Korean numbers in national form: a leading plus sign would be read as a formula.
      phone: formatPhone(phone),
      products: productsOf(row.id),
      carrier: '',
      tracking: '',
    }
    return shippingColumns.map((column) => cells[column])
  })
}

/** Download at `/files/shipping`, valid for five minutes. Record the reason in the audit log first. */
export const shippingSheet = createExcelDownload<Record<never, never>>({
  at: '/files/shipping',
  purpose: 'orders to ship',
  name: 'shipping',
  sheets: (context) => {
    const { locale } = context
    const pieces = (async function* () {
      yield await packedRows(context)
    })()
    const headings = shippingColumns.map((column) => shippingImport.columns[column].heading({}, { locale }))
    return [{ title: m.orders_shipping({}, { locale }), heads: headings, pieces }]
  },
})
