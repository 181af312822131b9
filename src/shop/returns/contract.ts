import { z } from 'zod'
import { BankAccount } from '#kit/bank-account.ts'
import { ById, Id, Instant, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { RefundTotals } from '#shop/money/contract.ts'
import { claimRoutes } from './contract-claims.ts'
import { returnReasons, returnStates } from './rules.ts'

fieldMessages({
  return_quantity: m.returns_field_quantity,
  return_late: m.returns_field_late,
  return_state: m.returns_field_state,
  return_total: m.returns_field_total,
})

const Lines = z
  .array(z.strictObject({ line: Id.describe('Id of the order line'), quantity: z.number().int().min(1).max(99) }))
  .min(1)
  .max(60)

export const ReturnInput = z.strictObject({
  lines: Lines,
  reason: z.enum(returnReasons),
  text: z.string().trim().max(2000).default(''),
  pictures: z.array(Id).max(6).default([]).describe('Ids of uploaded pictures; for members only'),
  account: BankAccount.nullable().default(null).describe('Refund account; required if the order was paid by transfer'),
})

const facts = {
  ...recordFields,
  order: Id,
  number: z.string().describe('Number of the order'),
  state: z.enum(returnStates),
  reason: z.enum(returnReasons),
  text: z.string(),
  pictures: z.array(Picture),
  slip: RefundTotals,
  decision: z.string().describe('Reason of the refusal'),
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

const consolePath = '/api/console/shop/returns'
const deskAnswer = z.object({ return: ConsoleReturn })
const paging = listQuery(['createdAt'])

/** Returns of goods. */
export const returns = {
  ...claimRoutes(
    { one: 'return', many: 'returns' },
    {
      wanted: z.strictObject({ lines: Lines, reason: z.enum(returnReasons) }),
      slip: RefundTotals,
      input: ReturnInput,
      guestInput: ReturnInput.omit({ pictures: true }),
      shown: Return,
      listed: ConsoleReturn,
    },
    returnStates,
  ),
  mine: route({
    method: 'GET',
    path: '/api/v1/me/returns',
    access: 'member',
    owned: true,
    summary: 'List the returns of the caller, latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('returns', Return),
  }),
  collect: route({
    method: 'POST',
    path: `${consolePath}/{id}/collect`,
    access: 'console:shop',
    summary: 'Record that the returned goods have arrived.',
    params: ById,
    answer: deskAnswer,
    status: 200,
  }),
  approve: route({
    method: 'POST',
    path: `${consolePath}/{id}/approve`,
    access: 'console:refunds:write',
    together: 'carried-out',
    summary: 'Refund a return by the original payment method, and restore points and stock.',
    params: ById,
    body: z.strictObject({
      total: z.number().int().min(0).describe('Amount shown to staff'),
      restock: z.boolean().describe('Whether the goods can be sold again'),
    }),
    answer: deskAnswer,
    status: 200,
  }),
}
