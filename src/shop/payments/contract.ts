import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { Won } from '#shop/money/contract.ts'

fieldMessages({ payment_done: m.payments_field_done })

export const paymentKinds = ['payment', 'refund'] as const

/** A line of the ledger of money. A refund is due until somebody has sent it. */
export const Payment = z
  .object({
    ...recordFields,
    order: Id,
    number: z.string(),
    kind: z.enum(paymentKinds),
    method: z.string(),
    amount: Won,
    doneAt: Instant.nullable().describe('When the money moved'),
    note: z.string(),
    /** Where a refund goes; null where the customer gave none yet. */
    account: z.object({ bank: z.string(), number: z.string(), holder: z.string() }).nullable(),
  })
  .meta({ id: 'ShopPayment' })
export type Payment = z.infer<typeof Payment>

const desk = '/api/console/shop/payments'

/** Money that came in and money that goes back. */
export const payments = {
  list: route({
    method: 'GET',
    path: desk,
    access: 'console:shop',
    summary: 'Payments and refunds.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'amount']),
      kind: z.enum(paymentKinds).optional(),
      due: z.stringbool().optional(),
    }),
    answer: page('payments', Payment),
  }),
  done: route({
    method: 'POST',
    path: `${desk}/{id}/done`,
    access: 'console:shop',
    summary: 'Note that a refund was sent, once.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer: z.object({ payment: Payment }),
    status: 200,
  }),
}
