import { z } from 'zod'
import { ById, Id, Instant, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { RefundSlip } from '#shop/money/contract.ts'
import { RefundAccount } from '#shop/orders/contract.ts'
import { returnReasons, returnStates } from './rules.ts'

export { type ReturnReason, returnReasons } from './rules.ts'

fieldMessages({
  return_quantity: m.returns_field_quantity,
  return_late: m.returns_field_late,
  return_state: m.returns_field_state,
})

const Lines = z
  .array(z.strictObject({ line: Id.describe('Of the order'), quantity: z.number().int().min(1).max(99) }))
  .min(1)
  .max(60)

export const ReturnInput = z.strictObject({
  lines: Lines,
  reason: z.enum(returnReasons),
  text: z.string().trim().max(2000).default(''),
  pictures: z.array(Id).max(6).default([]).describe('Sent ahead, of a member'),
  account: RefundAccount.nullable()
    .default(null)
    .describe('Where the money goes back to; needed where it was paid by transfer'),
})

const facts = {
  ...recordFields,
  order: Id,
  number: z.string().describe('Of the order'),
  state: z.enum(returnStates),
  reason: z.enum(returnReasons),
  text: z.string(),
  pictures: z.array(Picture),
  slip: RefundSlip,
  decision: z.string().describe('Why staff refused'),
  decidedAt: Instant.nullable(),
  lines: z.array(
    z.object({
      line: Id,
      name: z.string(),
      values: z.array(z.string()),
      picture: Picture.nullable(),
      quantity: z.number().int(),
    }),
  ),
}

export const Return = z.object(facts).meta({ id: 'ShopReturn' })
export type Return = z.infer<typeof Return>

export const ConsoleReturn = z
  .object({ ...facts, buyer: z.string(), restocked: z.boolean(), refundDone: z.boolean() })
  .meta({ id: 'ConsoleShopReturn' })
export type ConsoleReturn = z.infer<typeof ConsoleReturn>

const desk = '/api/console/shop/returns'
const answer = z.object({ return: Return })
const deskAnswer = z.object({ return: ConsoleReturn })
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })
const Preview = z.strictObject({ lines: Lines, reason: z.enum(returnReasons) })
const previewed = z.object({ slip: RefundSlip })
const paging = listQuery(['createdAt'])

/** Goods that are sent back. */
export const returns = {
  mine: route({
    method: 'GET',
    path: '/api/v1/me/returns',
    access: 'member',
    owned: true,
    summary: 'The own returns, the latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('returns', Return),
  }),
  preview: route({
    method: 'POST',
    path: '/api/v1/me/orders/{id}/returns/preview',
    access: 'member',
    owned: true,
    summary: 'What would be given back.',
    params: ById,
    body: Preview,
    answer: previewed,
    status: 200,
  }),
  ask: route({
    method: 'POST',
    path: '/api/v1/me/orders/{id}/returns',
    access: 'member',
    owned: true,
    summary: 'Ask to send pieces of an order back.',
    params: ById,
    body: ReturnInput,
    answer,
    status: 201,
    idempotent: true,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/v1/me/returns/{id}/withdraw',
    access: 'member',
    owned: true,
    summary: 'Keep the goods after all, before they are collected.',
    params: ById,
    answer,
    status: 200,
  }),
  guestPreview: route({
    method: 'POST',
    path: '/api/v1/shop/orders/{ticket}/returns/preview',
    access: 'public',
    summary: 'What would be given back to a guest.',
    params: ByTicket,
    body: Preview,
    answer: previewed,
    status: 200,
    perMinute: 60,
  }),
  guestAsk: route({
    method: 'POST',
    path: '/api/v1/shop/orders/{ticket}/returns',
    access: 'public',
    summary: "Ask to send pieces of a guest's order back.",
    params: ByTicket,
    body: ReturnInput.omit({ pictures: true }),
    answer,
    status: 201,
    perMinute: 10,
  }),
  list: route({
    method: 'GET',
    path: desk,
    access: 'console:shop',
    summary: 'Returns.',
    query: z.strictObject({
      ...listQuery(['createdAt']),
      state: z.enum(returnStates).optional(),
      order: Id.optional(),
    }),
    answer: page('returns', ConsoleReturn),
  }),
  get: route({
    method: 'GET',
    path: `${desk}/{id}`,
    access: 'console:shop',
    summary: 'One return.',
    params: ById,
    answer: deskAnswer,
  }),
  collect: route({
    method: 'POST',
    path: `${desk}/{id}/collect`,
    access: 'console:shop',
    summary: 'The goods have arrived back.',
    params: ById,
    answer: deskAnswer,
    status: 200,
  }),
  approve: route({
    method: 'POST',
    path: `${desk}/{id}/approve`,
    access: 'console:shop',
    summary: 'Give the sum back in the way it was paid, points and stock with it.',
    params: ById,
    body: z.strictObject({
      total: z.number().int().min(0).describe('The sum that was shown'),
      restock: z.boolean().describe('The goods can be sold again'),
    }),
    answer: deskAnswer,
    status: 200,
  }),
  refuse: route({
    method: 'POST',
    path: `${desk}/{id}/refuse`,
    access: 'console:shop',
    summary: 'Refuse a return, with a reason that the customer reads.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: deskAnswer,
    status: 200,
  }),
}
