import { z } from 'zod'
import { BankAccount } from '#kit/bank-account.ts'
import { ById, headerLine, Id, listQuery, page, route } from '#kit/contract.ts'
import { PaperAddress } from '#platform/papers/contract.ts'
import { deskRoutes } from './contract-desk.ts'
import { Address, Order, OrderInput, OrderSummary, Purchase } from './contract-records.ts'
import { deliveryMethods, orderDocuments, orderStates, paymentMethods } from './rules.ts'
import { shippingRoutes } from './shipping/contract.ts'
import { TaxInvoiceInput } from './tax-invoices/contract.ts'

const ownPath = '/api/v1/me/orders'
const guest = '/api/v1/shop/orders/{ticket}'
const answer = z.object({ order: Order })
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })
const Cancel = z.strictObject({
  account: BankAccount.nullable().default(null).describe('Required if the order was paid by transfer'),
})
const NewAddress = z.strictObject({ to: Address, memo: headerLine(200).default('') })
const NewPaymentMethod = z.strictObject({ payment: z.enum(paymentMethods), depositor: headerLine(60).default('') })
const InvoiceTo = z.strictObject({ taxInvoice: TaxInvoiceInput.nullable().describe('Null removes it') })
const paging = listQuery(['createdAt'])

const actsAt = <const P extends z.ZodObject, const K extends z.ZodObject>(
  path: string,
  params: P,
  paperParams: K,
  access: 'member' | 'public',
  perMinute: number,
) => {
  const owned = access === 'member'
  return {
    open: route({ method: 'GET', path, access, owned, summary: 'Get an order.', params, answer, perMinute }),
    cancel: route({
      method: 'POST',
      path: `${path}/cancel`,
      access,
      owned,
      summary: 'Cancel an order that is not being packed.',
      params,
      body: Cancel,
      answer,
      status: 200,
      perMinute,
    }),
    moveTo: route({
      method: 'PUT',
      path: `${path}/address`,
      access,
      owned,
      summary: 'Change the address of an order that is not being packed.',
      params,
      body: NewAddress,
      answer,
      perMinute,
    }),
    payBy: route({
      method: 'PUT',
      path: `${path}/payment`,
      access,
      owned,
      summary: 'Change the payment method of an unpaid order.',
      params,
      body: NewPaymentMethod,
      answer,
      perMinute: 20,
    }),
    invoiceTo: route({
      method: 'PUT',
      path: `${path}/taxInvoice`,
      access,
      owned,
      summary:
        'Set the recipient of the tax invoice of an order paid by transfer, until it is issued; excludes a cash receipt.',
      params,
      body: InvoiceTo,
      answer,
      perMinute: 20,
    }),
    confirm: route({
      method: 'POST',
      path: `${path}/confirm`,
      access,
      owned,
      summary:
        'Confirm the purchase of a delivered order, which grants the points. The periods for returns do not change.',
      params,
      answer,
      status: 200,
      perMinute,
    }),
    paper: route({
      method: 'GET',
      path: `${path}/papers/{kind}`,
      access,
      owned,
      summary: 'Get a URL of the receipt or the statement of an order as PDF; a receipt requires the payment.',
      params: paperParams,
      answer: PaperAddress,
      perMinute: 30,
    }),
  }
}
const kind = z.enum(orderDocuments)
const memberRoutes = actsAt(`${ownPath}/{id}`, ById, z.strictObject({ id: Id, kind }), 'member', 120)
const guests = actsAt(guest, ByTicket, z.strictObject({ ...ByTicket.shape, kind }), 'public', 60)

/** Orders of guests and members: paid by bank transfer or card, packed and shipped by staff. */
export const orders = {
  place: route({
    method: 'POST',
    path: '/api/v1/shop/orders',
    access: 'public',
    knowsMember: true,
    summary: 'Place an order. Reserves the stock and redeems coupon and points, all or nothing.',
    body: OrderInput,
    answer,
    status: 201,
    perMinute: 30,
  }),
  find: route({
    method: 'POST',
    path: '/api/v1/shop/orders/find',
    access: 'public',
    summary: 'Get an order of a guest by its number and the phone number or e-mail address given with it.',
    body: z.strictObject({ number: z.string().trim().max(20), contact: z.string().trim().min(1).max(200) }),
    answer,
    status: 200,
    perMinute: 10,
  }),
  list: route({
    method: 'GET',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'List the orders of the caller, latest first.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      state: z.enum(orderStates).optional(),
      way: z.enum(deliveryMethods).optional(),
      number: z.string().trim().max(20).optional().describe('Only the order with this number'),
    }),
    answer: page('orders', OrderSummary),
  }),
  purchases: route({
    method: 'GET',
    path: '/api/v1/me/purchases',
    access: 'member',
    owned: true,
    summary: 'List the purchases of the caller, latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, reviewable: z.stringbool().optional() }),
    answer: page('purchases', Purchase),
  }),
  ...memberRoutes,
  guestOpen: guests.open,
  guestCancel: guests.cancel,
  guestMoveTo: guests.moveTo,
  guestPayBy: guests.payBy,
  guestInvoiceTo: guests.invoiceTo,
  guestConfirm: guests.confirm,
  guestPaper: guests.paper,

  ...deskRoutes,
  ...shippingRoutes,
}
