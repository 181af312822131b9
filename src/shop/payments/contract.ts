import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { WonTotal } from '#shop/money/contract.ts'
import { Order } from '#shop/orders/contract-records.ts'
import { cardProviders } from './rules-card-provider.ts'

fieldMessages({ payment_done: m.payments_field_done })

/** Card payment attempt: parameters of the provider's window, none of them secret. */
export const CardAttempt = z
  .object({
    _id: Id.describe('Id of the payment at the provider'),
    provider: z.enum(cardProviders),
    script: z.string().describe('Script of the provider that opens its window'),
    client: z.string().describe('Public key or store id of the shop at the provider'),
    channel: z.string(),
    amount: WonTotal,
    title: z.string(),
    buyer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  })
  .meta({ id: 'ShopCardAttempt' })
export type CardAttempt = z.infer<typeof CardAttempt>

const CardEnd = z.strictObject({
  key: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .nullable()
    .default(null)
    .describe("The provider's id of the payment, if it gave one to the browser"),
  code: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .nullable()
    .default(null)
    .describe('Error code of the provider, if its window closed without a payment'),
})

export const paymentKinds = ['payment', 'refund'] as const

const RefundTo = z.object({ bank: z.string(), number: z.string(), holder: z.string() })

/** Ledger line of money. A refund is due until it is sent. */
export const Payment = z
  .object({
    ...recordFields,
    order: Id,
    number: z.string(),
    kind: z.enum(paymentKinds),
    method: z.string(),
    amount: WonTotal,
    doneAt: Instant.nullable().describe('Time of the payment or refund'),
    note: z.string(),
    refusal: z.string().describe('Error message of the card provider for a failed refund'),
    account: RefundTo.extend({ number: z.string().describe('Account number with all but the last four digits masked') })
      .nullable()
      .describe('Refund account until the refund is sent; null if the customer has not given one'),
  })
  .meta({ id: 'ShopPayment' })
export type Payment = z.infer<typeof Payment>

/** Stray card payment, which no order accepts and which is not refunded yet. */
export const Stray = z
  .object({
    ...recordFields,
    order: Id,
    number: z.string(),
    provider: z.enum(cardProviders),
    amount: WonTotal.describe('Requested amount'),
    received: WonTotal.describe('Received amount in won; 0 for another currency'),
    why: z
      .enum(['amount', 'late'])
      .describe('Why the payment does not belong to the order: a different amount, or received too late'),
    answer: z.string().describe('Why the provider refused the refund; empty while it is being attempted'),
  })
  .meta({ id: 'ShopStray' })
export type Stray = z.infer<typeof Stray>

const consolePath = '/api/console/shop/payments'
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })

const cardsOf = <const P extends z.ZodObject, const K extends z.ZodObject>(
  path: string,
  params: P,
  attemptParams: K,
  access: 'member' | 'public',
) => ({
  open: route({
    method: 'POST',
    path: `${path}/cards`,
    access,
    owned: access === 'member',
    summary: "Start a card payment. Returns the parameters of the provider's window.",
    params,
    answer: z.object({ attempt: CardAttempt }),
    status: 201,
    perMinute: 20,
  }),
  end: route({
    method: 'POST',
    path: `${path}/cards/{attempt}`,
    access,
    owned: access === 'member',
    summary:
      "Finish a card payment after the provider's window has closed: reads the result from the provider and returns the order.",
    params: attemptParams,
    body: CardEnd,
    answer: z.object({ order: Order }),
    status: 200,
    perMinute: 30,
  }),
})
const attempt = Id.describe('Id of the payment attempt')
const memberRoutes = cardsOf('/api/v1/me/orders/{id}', ById, z.strictObject({ id: Id, attempt }), 'member')
const guests = cardsOf(
  '/api/v1/shop/orders/{ticket}',
  ByTicket,
  z.strictObject({ ...ByTicket.shape, attempt }),
  'public',
)

/** Payments and refunds. */
export const payments = {
  cardWindow: route({
    method: 'GET',
    path: '/api/v1/shop/cards',
    access: 'public',
    summary: "Get the origins that the page with the provider's window loads from; null if cards are unavailable.",
    answer: z.object({
      window: z
        .object({
          provider: z.enum(cardProviders),
          script: z.array(z.string()),
          frame: z.array(z.string()),
          connect: z.array(z.string()),
        })
        .nullable(),
    }),
  }),
  openCard: memberRoutes.open,
  endCard: memberRoutes.end,
  guestOpenCard: guests.open,
  guestEndCard: guests.end,
  list: route({
    method: 'GET',
    path: consolePath,
    access: 'console:shop',
    summary: 'List payments and refunds.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'amount']),
      kind: z.enum(paymentKinds).optional(),
      due: z.stringbool().optional(),
    }),
    answer: page('payments', Payment),
  }),
  strays: route({
    method: 'GET',
    path: `${consolePath}/strays`,
    access: 'console:shop',
    summary: 'List card payments that belong to no order and are not refunded yet.',
    query: z.strictObject(listQuery(['createdAt'])),
    answer: page('strays', Stray),
  }),
  strayDone: route({
    method: 'POST',
    path: `${consolePath}/strays/{id}/done`,
    access: 'console:refunds:write',
    together: 'carried-out',
    summary: 'Record that a card payment without an order was refunded manually at the provider, once.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    status: 204,
  }),
  account: route({
    method: 'POST',
    path: `${consolePath}/{id}/account/open`,
    access: 'console:shop',
    summary: 'Get the full account number of a refund that is not sent yet. The access and its reason are logged.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ account: RefundTo }),
    status: 200,
  }),
  done: route({
    method: 'POST',
    path: `${consolePath}/{id}/done`,
    access: 'console:refunds:write',
    together: 'carried-out',
    summary: 'Record that a refund was sent, once.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer: z.object({ payment: Payment }),
    status: 200,
  }),
}
