import { z } from 'zod'
import { ById, headerLine, Id, Instant, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { PaperAddress } from '#platform/papers/contract.ts'
import { WonTotal } from '#shop/money/contract.ts'
import { Order } from './contract-records.ts'
import { deliveryMethods, maxStatements, orderDocuments, orderStates, paymentMethods } from './rules.ts'
import { trackingPattern } from './shipping/rules-carriers.ts'
import { InvoiceApproval, TaxInvoice, TaxInvoiceInput } from './tax-invoices/contract.ts'
import { invoiceStates } from './tax-invoices/rules.ts'

export const ConsoleOrderLine = z
  .object({
    ...recordFields,
    number: z.string(),
    state: z.enum(orderStates),
    way: z.enum(deliveryMethods),
    payment: z.enum(paymentMethods),
    buyer: z.string(),
    isGuest: z.boolean(),
    title: z.string().describe('Name of the first product'),
    kinds: z.number().int(),
    picture: Picture.nullable(),
    total: WonTotal,
    payUntil: Instant,
    carrier: z.string(),
    tracking: z.string(),
    openReturns: z.number().int(),
    taxInvoice: TaxInvoice.nullable(),
  })
  .meta({ id: 'ConsoleShopOrderLine' })
export type ConsoleOrderLine = z.infer<typeof ConsoleOrderLine>

export const ConsoleOrder = z
  .object({
    ...Order.shape,
    user: z.object({ _id: Id, username: z.string(), name: z.string() }).nullable(),
    buyerOrders: z.number().int().describe('Number of orders of the account that are not cancelled'),
  })
  .meta({ id: 'ConsoleShopOrder' })
export type ConsoleOrder = z.infer<typeof ConsoleOrder>

const path = '/api/console/shop/orders'
const answer = z.object({ order: ConsoleOrder })

/** Order routes of staff. */
export const deskRoutes = {
  all: route({
    method: 'GET',
    path,
    access: 'console:shop',
    summary: 'List orders.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'total', 'payUntil']),
      state: z.enum(orderStates).optional(),
      way: z.enum(deliveryMethods).optional(),
      payment: z.enum(paymentMethods).optional(),
      todo: z
        .stringbool()
        .optional()
        .describe('Only orders that need action: unpaid, to be shipped, or with an undecided return'),
      user: Id.optional(),
      invoice: z.enum(invoiceStates).optional().describe('Only orders whose tax invoice is to be issued or was issued'),
    }),
    answer: page('orders', ConsoleOrderLine),
  }),
  get: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: 'console:shop',
    summary: 'Get an order.',
    params: ById,
    answer,
  }),
  deskPaper: route({
    method: 'GET',
    path: `${path}/{id}/papers/{kind}`,
    access: 'console:shop',
    summary: 'Get a URL of the receipt or the statement of an order as PDF. The download is logged.',
    params: z.strictObject({ id: Id, kind: z.enum(orderDocuments) }),
    answer: PaperAddress,
  }),
  statements: route({
    method: 'POST',
    path: `${path}/statements`,
    access: 'console:shop',
    summary:
      'Get a URL of a PDF with the statements of several orders, one per page, for printing. The download is logged for each order.',
    body: z.strictObject({ orders: z.array(Id).min(1).max(maxStatements) }),
    answer: PaperAddress,
    status: 200,
    perMinute: 20,
  }),
  pay: route({
    method: 'POST',
    path: `${path}/{id}/pay`,
    access: 'console:shop',
    summary: 'Record that the transfer was received.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer,
    status: 200,
  }),
  issueInvoice: route({
    method: 'PUT',
    path: `${path}/{id}/taxInvoice`,
    access: 'console:shop',
    summary: 'Record the number of the issued tax invoice of an order, or correct it.',
    params: ById,
    body: z.strictObject({
      approval: InvoiceApproval,
      before: z.string().max(24).default('').describe('Number shown to the editor; empty if none was recorded'),
      madeOutTo: TaxInvoiceInput.optional().describe(
        'Recipient shown to the editor: refused if the customer has changed it since',
      ),
    }),
    answer,
  }),
  prepare: route({
    method: 'POST',
    path: `${path}/{id}/prepare`,
    access: 'console:shop',
    summary: 'Record that packing has started: the customer cannot cancel any more.',
    params: ById,
    answer,
    status: 200,
  }),
  ship: route({
    method: 'POST',
    path: `${path}/{id}/ship`,
    access: 'console:shop',
    summary: 'Record the shipment, with the carrier and the tracking number.',
    params: ById,
    body: z.strictObject({
      carrier: headerLine(40).min(1),
      tracking: z.string().trim().regex(trackingPattern),
    }),
    answer,
    status: 200,
  }),
  deliver: route({
    method: 'POST',
    path: `${path}/{id}/deliver`,
    access: 'console:shop',
    summary: 'Record the delivery by the carrier.',
    params: ById,
    answer,
    status: 200,
  }),
  ready: route({
    method: 'POST',
    path: `${path}/{id}/ready`,
    access: 'console:shop',
    summary: 'Record that the order is packed and ready for pickup.',
    params: ById,
    answer,
    status: 200,
  }),
  handOver: route({
    method: 'POST',
    path: `${path}/handOver`,
    access: 'console:shop',
    summary: 'Hand over an order to the person who shows its pickup code, once.',
    body: z.strictObject({ code: z.string().trim().min(1).max(100) }),
    answer,
    status: 200,
  }),
  giveUp: route({
    method: 'POST',
    path: `${path}/{id}/cancel`,
    access: 'console:refunds:write',
    together: 'carried-out',
    summary: 'Cancel an order before shipment, with a reason that the customer sees.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer,
    status: 200,
  }),
}
