import { completeColumns } from '#console/kit/list/export/complete-columns.ts'
import { saveFile, toExcel, toSheet } from '#console/kit/list/export/export-list.ts'
import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { workbookType } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Sale, sales } from '../contract.ts'
import { stateLabels, voidCauseLabels } from './sale-labels.ts'

export const client = clientOf(sales)

export const resource: ListResource<Sale, never, 'state' | 'overdue' | 'program', 'createdAt' | 'payUntil' | 'hammer'> =
  {
    path: sales.list.path,
    access: sales.list.access,
    async list(query, options) {
      const { sales: records, ...paging } = await client.list({ query }, options)
      return { ...paging, records }
    },
  }

/** Label of a sale's state; a void sale shows its cause. */
export const saleStateLabel = ({ state, ending }: Pick<Sale, 'state' | 'ending'>): string =>
  ending ? voidCauseLabels[ending]() : stateLabels[state]()

const dateOf = (instant: string | null) => (instant ? new Date(instant) : null)

/**
 * Asks for a reason and downloads all sales of an auction as an Excel file, void ones included; amounts are numbers.
 */
export const downloadSalesReport = async (program: { id: string; title: string }): Promise<void> => {
  const reason = await askReason({ title: m.sales_report(), text: m.sales_report_ask(), label: m.sales_report_take() })
  if (reason === null) return
  const { sales } = await client.excel({ params: { id: program.id }, body: { reason } })
  const columns: { title: string; value: (sale: Sale) => string | number | Date | null }[] = [
    { title: 'LOT', value: ({ work }) => work.lot },
    {
      title: m.auction_work_head(),
      value: ({ work }) => [work.author?.name, work.title.ko].filter(Boolean).join(', '),
    },
    { title: m.sales_number(), value: ({ number }) => number },
    { title: m.list_column_state(), value: saleStateLabel },
    { title: m.sales_buyer(), value: ({ user }) => user?.name ?? null },
    { title: m.sales_hammer(), value: ({ hammer }) => hammer },
    { title: m.sales_premium(), value: ({ sum }) => sum.premium },
    { title: m.sales_vat(), value: ({ sum }) => sum.vat },
    { title: m.sales_total(), value: ({ sum }) => sum.total },
    { title: m.sales_pay_until(), value: ({ payUntil }) => dateOf(payUntil) },
    { title: m.sales_paid(), value: ({ paidAt }) => dateOf(paidAt) },
    { title: m.sales_collected(), value: ({ collectedAt }) => dateOf(collectedAt) },
    { title: m.sales_consignor(), value: ({ consignor }) => consignor?.name ?? null },
    { title: m.sales_payout(), value: ({ settlement }) => settlement?.payout ?? null },
    { title: m.sales_settled(), value: ({ settledAt }) => dateOf(settledAt) },
    { title: m.sales_void_reason(), value: ({ ending, voidReason }) => (ending === 'cancelled' ? voidReason : null) },
  ]
  const name = `${m.sales_report()} ${program.title}`
  saveFile(
    await toExcel(toSheet(completeColumns(columns, sales), sales), m.sales_report()),
    `${name}.xlsx`,
    workbookType,
  )
}
