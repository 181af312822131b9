import { z } from 'zod'
import { ById, headerLine, Id, Instant, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { RefundAccount } from '#shop/orders/contract.ts'
import { returnReasons } from '#shop/returns/contract.ts'
import { exchangeStates } from './rules.ts'

fieldMessages({
  exchange_quantity: m.exchanges_field_quantity,
  exchange_option: m.exchanges_field_option,
  exchange_late: m.exchanges_field_late,
  exchange_state: m.exchanges_field_state,
  exchange_pickup: m.exchanges_field_pickup,
  exchange_unpaid: m.exchanges_field_unpaid,
})

const Wanted = {
  line: Id.describe('Of the order'),
  quantity: z.number().int().min(1).max(99),
  option: Id.describe('The new one, of the same product'),
  reason: z.enum(returnReasons),
}

export const ExchangeInput = z.strictObject({
  ...Wanted,
  text: z.string().trim().max(2000).default(''),
  pictures: z.array(Id).max(6).default([]).describe('Sent ahead, of a member'),
  account: RefundAccount.nullable().default(null).describe('Needed where money goes back that was paid by transfer'),
})

/** What an exchange costs, or gives back. */
export const ExchangeSlip = z
  .object({
    difference: z.number().int().describe('Of the price of all its pieces; less than 0: the new ones cost less'),
    fee: z.number().int().min(0).describe('Parcels that the customer pays'),
    balance: z.number().int().describe('To be paid; less than 0: goes back'),
  })
  .meta({ id: 'ShopExchangeSlip' })
export type ExchangeSlip = z.infer<typeof ExchangeSlip>

const facts = {
  ...recordFields,
  order: Id,
  number: z.string().describe('Of the order'),
  state: z.enum(exchangeStates),
  reason: z.enum(returnReasons),
  text: z.string(),
  pictures: z.array(Picture),
  name: z.string(),
  picture: Picture.nullable(),
  from: z.array(z.string()).describe('Values of the option that goes back'),
  to: z.array(z.string()).describe('Values of the new one'),
  quantity: z.number().int(),
  slip: ExchangeSlip,
  settledAt: Instant.nullable().describe('When what the customer pays has come, or what goes back was ordered'),
  /** Where to pay, while something is to be paid. */
  payTo: z.object({ bank: z.string(), account: z.string(), holder: z.string() }).nullable(),
  carrier: z.string(),
  tracking: z.string(),
  decision: z.string().describe('Why staff refused'),
  doneAt: Instant.nullable(),
}

export const Exchange = z.object(facts).meta({ id: 'ShopExchange' })
export type Exchange = z.infer<typeof Exchange>

export const ConsoleExchange = z
  .object({ ...facts, buyer: z.string(), restocked: z.boolean() })
  .meta({ id: 'ConsoleShopExchange' })
export type ConsoleExchange = z.infer<typeof ConsoleExchange>

/** An option that pieces of a line can be exchanged for. */
const Choice = z.object({
  _id: Id,
  values: z.array(z.string()),
  stock: z.number().int().describe('11: more than ten'),
  difference: z.number().int().describe('Of the price of one piece'),
})

const desk = '/api/console/shop/exchanges'
const answer = z.object({ exchange: Exchange })
const deskAnswer = z.object({ exchange: ConsoleExchange })
const Preview = z.strictObject(Wanted)
const choices = z.object({ lines: z.array(z.object({ line: Id, options: z.array(Choice) })) })
const many = z.object({ exchanges: z.array(Exchange) })
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })

const actsAt = <const P extends z.ZodObject>(path: string, params: P, access: 'member' | 'public') => {
  const owned = access === 'member'
  const shared = { access, owned, params }
  return {
    ofOrder: route({ ...shared, method: 'GET', path, summary: 'Exchanges of an order.', answer: many, perMinute: 60 }),
    choices: route({
      ...shared,
      method: 'GET',
      path: `${path}/choices`,
      summary: 'What each line of an order can be exchanged for.',
      answer: choices,
      perMinute: 60,
    }),
    preview: route({
      ...shared,
      method: 'POST',
      path: `${path}/preview`,
      summary: 'What an exchange would cost, or give back.',
      body: Preview,
      answer: z.object({ slip: ExchangeSlip }),
      status: 200,
      perMinute: 60,
    }),
  }
}
const mine = actsAt('/api/v1/me/orders/{id}/exchanges', ById, 'member')
const guests = actsAt('/api/v1/shop/orders/{ticket}/exchanges', ByTicket, 'public')

const act = <const Name extends string, const B extends z.ZodObject>(name: Name, summary: string, body: B) =>
  route({
    method: 'POST',
    path: `${desk}/{id}/${name}`,
    access: 'console:shop',
    summary,
    params: ById,
    body,
    answer: deskAnswer,
    status: 200,
  })
const nothing = z.strictObject({})

/** Pieces of orders that are exchanged for others. */
export const exchanges = {
  ...mine,
  ask: route({
    method: 'POST',
    path: '/api/v1/me/orders/{id}/exchanges',
    access: 'member',
    owned: true,
    summary: 'Ask to exchange pieces; the new ones are taken from stock with it.',
    params: ById,
    body: ExchangeInput,
    answer,
    status: 201,
    idempotent: true,
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/v1/me/exchanges/{id}/withdraw',
    access: 'member',
    owned: true,
    summary: 'Keep the goods after all, before they are collected.',
    params: ById,
    answer,
    status: 200,
  }),
  guestOfOrder: guests.ofOrder,
  guestChoices: guests.choices,
  guestPreview: guests.preview,
  guestAsk: route({
    method: 'POST',
    path: '/api/v1/shop/orders/{ticket}/exchanges',
    access: 'public',
    summary: "Ask to exchange pieces of a guest's order.",
    params: ByTicket,
    body: ExchangeInput.omit({ pictures: true }),
    answer,
    status: 201,
    perMinute: 10,
  }),
  list: route({
    method: 'GET',
    path: desk,
    access: 'console:shop',
    summary: 'Exchanges.',
    query: z.strictObject({
      ...listQuery(['createdAt']),
      state: z.enum(exchangeStates).optional(),
      order: Id.optional(),
    }),
    answer: page('exchanges', ConsoleExchange),
  }),
  get: route({
    method: 'GET',
    path: `${desk}/{id}`,
    access: 'console:shop',
    summary: 'One exchange.',
    params: ById,
    answer: deskAnswer,
  }),
  collect: act(
    'collect',
    'The goods have arrived back.',
    z.strictObject({ restock: z.boolean().describe('They can be sold again') }),
  ),
  pay: act('pay', 'Note that what the customer owes has come.', nothing),
  ship: act(
    'ship',
    'The new pieces are sent; what goes back to the customer goes with it.',
    z.strictObject({
      carrier: headerLine(40).min(1),
      tracking: z
        .string()
        .trim()
        .regex(/^[\w-]{4,40}$/),
    }),
  ),
  finish: act('finish', 'The new pieces have arrived.', nothing),
  refuse: act(
    'refuse',
    'Refuse an exchange, with a reason that the customer reads.',
    z.strictObject({ reason: z.string().trim().min(1).max(300) }),
  ),
}
