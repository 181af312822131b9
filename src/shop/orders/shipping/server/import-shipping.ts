import { and, asc, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { fieldMessage } from '#kit/issue-messages.ts'
import type { Context, UploadedFile } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import type { CheckedSheet, SheetChoice } from '#kit/spreadsheet/import-contract.ts'
import {
  cellFault,
  type ImportRow,
  presentChecked,
  type ReadImport,
  readImport,
  refuseFaulty,
} from '#kit/spreadsheet/read-import.ts'
import { formatOrderNumber, parseOrderNumber } from '../../rules.ts'
import { recordStateChange } from '../../server/record-event.ts'
import { sendOrderMail } from '../../server/send-order-mail.ts'
import { type OrderRow, shopOrders } from '../../table.ts'
import { shippingImport } from '../contract.ts'
import { findDuplicates, normalizeTracking, type ShippingColumn } from '../rules.ts'
import { findCarrierName, trackingPattern } from '../rules-carriers.ts'
import { isPacked } from './export-shipping.ts'

interface CheckedRow {
  line: ImportRow<ShippingColumn>
  /** By its usual name, if it is known. */
  carrier: string
  tracking: string
  order: OrderRow | undefined
  faults: { column: ShippingColumn; code: string }[]
}

const checkTracking = (tracking: string, duplicates: ReadonlySet<string>): string | null => {
  if (tracking === '') return 'shipping_tracking_missing'
  if (!trackingPattern.test(tracking)) return 'shipping_tracking'
  return duplicates.has(normalizeTracking(tracking)) ? 'shipping_tracking_twice' : null
}

const checkCarrier = (carrier: string): string | null => {
  if (carrier === '') return 'shipping_carrier_missing'
  return findCarrierName(carrier) === null ? 'shipping_carrier' : null
}

interface ReadSheet {
  table: ReadImport<ShippingColumn>
  rows: CheckedRow[]
}

/** Parses a sheet: its rows with their orders and errors, except errors of the order's state. */
const readRows = async (context: Context, sent: UploadedFile | undefined, choice: SheetChoice): Promise<ReadSheet> => {
  const table = await readImport(context, sent, choice, shippingImport)
  const numbers = table.rows.map(({ cells }) => cells.number.toUpperCase())
  const found = await context.database
    .select()
    .from(shopOrders)
    .where(inArray(shopOrders.number, numbers.map(parseOrderNumber)))
  const orders = new Map(found.map((order) => [formatOrderNumber(order), order]))
  const ordersTwice = findDuplicates(numbers)
  const parcelsTwice = findDuplicates(table.rows.map(({ cells }) => normalizeTracking(cells.tracking)))
  const rows = table.rows.map((line, index) => {
    const { cells } = line
    const number = numbers[index] ?? ''
    const order = orders.get(number)
    const numberFault = order ? (ordersTwice.has(number) ? 'shipping_twice' : null) : 'shipping_number'
    const faults: [ShippingColumn, string | null][] = [
      ['number', numberFault],
      ['carrier', checkCarrier(cells.carrier)],
      ['tracking', checkTracking(cells.tracking, parcelsTwice)],
    ]
    return {
      line,
      carrier: findCarrierName(cells.carrier) ?? cells.carrier,
      tracking: cells.tracking,
      order,
      faults: faults.flatMap(([column, code]) => (code ? [{ column, code }] : [])),
    }
  })
  return { table, rows }
}

/** Returns the error code of an order whose state or delivery method prevents shipping; null if it can ship. */
const checkState = ({ state, way }: OrderRow): string | null => {
  if (way === 'pickup') return 'order_way'
  return state === 'preparing' ? null : 'shipping_state'
}

/** Checks the rows of a sheet; returns all current errors. */
export const checkShipping = async (
  context: Context,
  sent: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<CheckedSheet<ShippingColumn>> => {
  const { table, rows } = await readRows(context, sent, choice)
  const faults = rows.flatMap(({ line, order, faults: own }) => {
    const state = order ? checkState(order) : null
    const all = [...(state ? [{ column: 'number' as const, code: state }] : []), ...own]
    return all.map(({ column, code }) => cellFault(line, column, fieldMessage(code, context.locale)))
  })
  const shown = rows.map(({ line, carrier }) => ({ ...line, cells: { ...line.cells, carrier } }))
  return presentChecked({ ...table, rows: shown }, faults)
}

/**
 * Ships every order of a sheet in one transaction and notifies each customer. Throws `invalid` if a row itself is
 * wrong, and `conflict` with the rows whose orders are not packed any more.
 */
export const applyShipping = async (
  context: Context,
  sent: UploadedFile | undefined,
  choice: SheetChoice,
): Promise<{ shipped: number }> => {
  const { table, rows } = await readRows(context, sent, choice)
  refuseFaulty(table, [...table.faults, ...rows.flatMap(({ faults }) => faults)])
  const newParcels = rows.flatMap(({ line: { row }, order, carrier, tracking }) =>
    order ? [{ row, id: order.id, way: order.way, carrier, tracking }] : [],
  )
  const ids = newParcels.map(({ id }) => id)
  const parcels = JSON.stringify(Object.fromEntries(newParcels.map(({ id, ...parcel }) => [id, parcel])))
  const parcelField = (name: 'carrier' | 'tracking') => sql`${parcels}::jsonb -> ${shopOrders.id}::text ->> ${name}`
  return context.transaction(async (within) => {
    // Lock in a fixed order: sheets that share orders in different row order would deadlock otherwise.
    await within.database
      .select({ id: shopOrders.id })
      .from(shopOrders)
      .where(inArray(shopOrders.id, ids))
      .orderBy(asc(shopOrders.id))
      .for('update')
    const shipped = await changeRows(within, shopOrders, {
      state: 'shipped',
      carrier: parcelField('carrier'),
      tracking: parcelField('tracking'),
      shippedAt: within.now(),
    })
      .where(and(inArray(shopOrders.id, ids), isPacked))
      .returning()
    const done = new Set(shipped.map(({ id }) => id))
    const missed = newParcels.filter(({ id }) => !done.has(id))
    if (missed.length > 0)
      throw new AppError('conflict', {
        fields: Object.fromEntries(
          missed.map(({ row, way }) => [`${row}.number`, way === 'pickup' ? 'order_way' : 'shipping_state']),
        ),
      })
    for (const order of shipped) await sendOrderMail(within, order, 'shipped')
    // Write the audit log last: its first line locks the hash chain until the commit.
    for (const order of shipped) await recordStateChange(within, order, `${order.carrier} ${order.tracking}`)
    return { shipped: shipped.length }
  })
}
