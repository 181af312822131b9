import { z } from 'zod'
import { BankAccount } from '#kit/bank-account.ts'
import { ById, headerLine, Id, Instant, Picture, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { Order } from '#shop/orders/contract-records.ts'
import { claimRoutes } from '#shop/returns/contract-claims.ts'
import { returnReasons } from '#shop/returns/rules.ts'
import { exchangeStates } from './rules.ts'

fieldMessages({
  exchange_quantity: m.exchanges_field_quantity,
  exchange_option: m.exchanges_field_option,
  exchange_late: m.exchanges_field_late,
  exchange_state: m.exchanges_field_state,
  exchange_way: m.exchanges_field_way,
  exchange_paid: m.exchanges_field_paid,
  exchange_unpaid: m.exchanges_field_unpaid,
})

const Wanted = {
  line: Id.describe('Id of the order line'),
  quantity: z.number().int().min(1).max(99),
  option: Id.describe('Id of the new option, of the same product'),
  reason: z.enum(returnReasons),
  piece: z
    .number()
    .int()
    .min(0)
    .max(98)
    .optional()
    .describe('One of the pieces, as named by the exchange choices: after an exchange, pieces of a line can differ'),
}

export const ExchangeInput = z.strictObject({
  ...Wanted,
  text: z.string().trim().max(2000).default(''),
  pictures: z.array(Id).max(6).default([]).describe('Ids of uploaded pictures; for members only'),
  account: BankAccount.nullable().default(null).describe('Required if a transfer is refunded'),
})

/** Cost of an exchange in won; a negative balance is refunded. */
export const ExchangeTotals = z
  .object({
    difference: z.number().int().describe('Price difference of all pieces; negative if the new option is cheaper'),
    fee: z.number().int().min(0).describe('Parcel fees that the customer pays'),
    balance: z.number().int().describe('Amount that the customer pays; negative if it is refunded'),
  })
  .meta({ id: 'ShopExchangeSlip' })
export type ExchangeTotals = z.infer<typeof ExchangeTotals>

const facts = {
  ...recordFields,
  order: Id,
  number: z.string().describe('Number of the order'),
  state: z.enum(exchangeStates),
  way: Order.shape.way.describe(
    'Same as the delivery of the order: goods that were picked up are exchanged at the pickup place',
  ),
  reason: z.enum(returnReasons),
  text: z.string(),
  pictures: z.array(Picture),
  name: z.string(),
  picture: Picture.nullable(),
  from: z.array(z.string()).describe('Values of the returned option'),
  to: z.array(z.string()).describe('Values of the new option'),
  quantity: z.number().int(),
  slip: ExchangeTotals,
  settledAt: Instant.nullable().describe("Time at which the customer's payment arrived or the refund was ordered"),
  /** Account to transfer to while an amount is due. */
  payTo: z.object({ bank: z.string(), account: z.string(), holder: z.string() }).nullable(),
  carrier: z.string(),
  tracking: z.string(),
  decision: z.string().describe('Reason of the refusal'),
  doneAt: Instant.nullable(),
}

export const Exchange = z.object(facts).meta({ id: 'ShopExchange' })
export type Exchange = z.infer<typeof Exchange>

export const ConsoleExchange = z
  .object({ ...facts, buyer: z.string(), restocked: z.boolean() })
  .meta({ id: 'ConsoleShopExchange' })
export type ConsoleExchange = z.infer<typeof ConsoleExchange>

/** Option for which pieces of a line can be exchanged. */
const Choice = z.object({
  _id: Id,
  values: z.array(z.string()),
  stock: z.number().int().describe('Pieces in stock; 11 means more than ten'),
  difference: z.number().int().describe('Price difference of one piece'),
})

const consolePath = '/api/console/shop/exchanges'
const deskAnswer = z.object({ exchange: ConsoleExchange })
const choices = z.object({
  lines: z.array(
    z.object({
      line: Id,
      piece: z.number().int().describe('One of the pieces, which identifies the group'),
      quantity: z.number().int(),
      option: Id.nullable().describe('Current option of the pieces; null if it was deleted'),
      values: z.array(z.string()),
      options: z.array(Choice),
    }),
  ),
})
const many = z.object({ exchanges: z.array(Exchange) })
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })

const exchangesOfOrder = <const P extends z.ZodObject>(path: string, params: P, access: 'member' | 'public') => {
  const shared = { access, owned: access === 'member', params, method: 'GET', perMinute: 60 } as const
  return {
    ofOrder: route({ ...shared, path, summary: 'List the exchanges of an order.', answer: many }),
    choices: route({
      ...shared,
      path: `${path}/choices`,
      summary:
        'List the options for which the pieces of an order can be exchanged; equal pieces of a line form a group.',
      answer: choices,
    }),
  }
}
const guests = exchangesOfOrder('/api/v1/shop/orders/{ticket}/exchanges', ByTicket, 'public')

const act = <const Name extends string, const B extends z.ZodObject>(name: Name, summary: string, body: B) =>
  route({
    method: 'POST',
    path: `${consolePath}/{id}/${name}`,
    access: 'console:shop',
    summary,
    params: ById,
    body,
    answer: deskAnswer,
    status: 200,
  })
const nothing = z.strictObject({})

/** Exchanges of ordered pieces for other options. */
export const exchanges = {
  ...claimRoutes(
    { one: 'exchange', many: 'exchanges' },
    {
      wanted: z.strictObject(Wanted),
      slip: ExchangeTotals,
      input: ExchangeInput,
      guestInput: ExchangeInput.omit({ pictures: true }),
      shown: Exchange,
      listed: ConsoleExchange,
    },
    exchangeStates,
  ),
  ...exchangesOfOrder('/api/v1/me/orders/{id}/exchanges', ById, 'member'),
  guestOfOrder: guests.ofOrder,
  guestChoices: guests.choices,
  collect: act(
    'collect',
    'Record that the returned goods have arrived.',
    z.strictObject({ restock: z.boolean().describe('Whether the returned goods can be sold again') }),
  ),
  pay: act('pay', 'Record that the payment of the customer arrived.', nothing),
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
  finish: act('finish', 'The new pieces have arrived, or were handed over where the order was picked up.', nothing),
}
