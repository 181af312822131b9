import type { Column } from '#console/kit/list/columns/column-layout.ts'
import { formatBusinessNumber } from '#kit/text/business-number.ts'
import { m } from '#messages/messages.js'
import type { ConsoleOrderLine } from '../../contract-desk.ts'
import type { TaxInvoice } from '../contract.ts'
import { formatApproval, type InvoiceState } from '../rules.ts'

export const invoiceLabels: Record<InvoiceState, () => string> = {
  due: m.orders_invoice_due,
  issued: m.orders_invoice_issued,
}

type InvoiceColumn = Column<ConsoleOrderLine, never, never>

/** Columns of the tax invoice's recipient: hidden by default, always in the Excel file. */
export const invoiceColumns = (): InvoiceColumn[] => {
  const column = (
    key: string,
    title: string,
    width: number,
    readPart: (invoice: TaxInvoice) => string | Date | null,
  ): InvoiceColumn => ({
    key,
    title,
    width,
    optional: true,
    drop: 0,
    entry: false,
    value: ({ taxInvoice }) => taxInvoice && (readPart(taxInvoice) || null),
  })
  return [
    column('invoiceNumber', m.orders_invoice_number(), 128, ({ businessNumber }) =>
      formatBusinessNumber(businessNumber),
    ),
    column('invoiceCompany', m.orders_invoice_company(), 160, ({ company }) => company),
    column('invoiceCeo', m.orders_invoice_ceo(), 96, ({ ceo }) => ceo),
    column('invoiceAddress', m.orders_invoice_address(), 200, ({ address }) => address),
    column('invoiceType', m.orders_invoice_type(), 112, ({ businessType }) => businessType),
    column('invoiceItem', m.orders_invoice_item(), 112, ({ businessItem }) => businessItem),
    column('invoiceMail', m.orders_invoice_mail(), 168, ({ email }) => email),
    column('invoiceApproval', m.orders_invoice_approval(), 216, ({ approval }) => formatApproval(approval)),
  ]
}
