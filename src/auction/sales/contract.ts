import { z } from 'zod'
import { KrwAmount } from '#auction/auctions/contract.ts'
import { BuyerTotal } from '#auction/bids/contract.ts'
import { PublicWorkLine, WorkLine } from '#auction/works/contract.ts'
import { BankAccount } from '#kit/bank-account.ts'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { PaperAddress } from '#platform/papers/contract.ts'
import { PickupTicket } from '#trade/pickups/contract.ts'
import { salePapers, saleStates, voidCauses } from './rules.ts'

fieldMessages({
  sale_past: m.sales_field_past,
  sale_unpaid: m.sales_field_unpaid,
  sale_over: m.sales_field_over,
  sale_no_runner: m.sales_field_no_runner,
  sale_mail: m.sales_field_mail,
  sale_no_consignor: m.sales_field_no_consignor,
})

const facts = {
  ...recordFields,
  number: z.string().describe('Of the invoice: A-2611-0006'),
  state: z.enum(saleStates),
  hammer: KrwAmount,
  sum: BuyerTotal,
  payUntil: Instant,
  ending: z
    .enum(voidCauses)
    .nullable()
    .describe('How a void sale came to be: an offer declined or not answered in time, or cancelled'),
  paidAt: Instant.nullable(),
  pickupAt: Instant.nullable().describe('As the buyer chose'),
  collectedAt: Instant.nullable(),
}

/** A won work as its buyer sees it. */
export const Pickup = z
  .object({
    ...facts,
    work: PublicWorkLine,
    offerUntil: Instant.nullable().describe('Until when an offered work can be taken'),
    payTo: BankAccount.nullable().describe('Where it is transferred to while the payment is awaited'),
    ticket: PickupTicket.nullable().describe('Shown at the desk, once paid'),
  })
  .meta({ id: 'AuctionPickup' })
export type Pickup = z.infer<typeof Pickup>

export const Sale = z
  .object({
    ...facts,
    work: WorkLine,
    user: z.object({ _id: Id, username: z.string(), name: z.string(), email: z.string().nullable() }).nullable(),
    bidder: z.number().int(),
    wonMailAt: Instant.nullable(),
    mails: z.number().int().describe('Mails of winning that were sent'),
    offerUntil: Instant.nullable(),
    voidReason: z.string(),
    consignor: z.object({ _id: Id, name: z.string() }).nullable().describe('Who brought the work'),
    settlement: z
      .object({
        rate: z.number().int().describe('Hundredths of a percent'),
        hammer: KrwAmount,
        commission: z.number().int(),
        vat: z.number().int(),
        payout: z.number().int(),
      })
      .nullable()
      .describe('What the consignor is paid'),
    settledAt: Instant.nullable().describe('When the consignor was paid'),
    runnerUp: z
      .object({ bidder: z.number().int(), name: z.string(), amount: KrwAmount })
      .nullable()
      .describe('Whom staff could offer the work, once the sale is void'),
  })
  .meta({ id: 'AuctionSale' })
export type Sale = z.infer<typeof Sale>

const own = '/api/v1/me/pickups'
const desk = '/api/console/auction/sales'
const onePickup = z.object({ pickup: Pickup })
const oneSale = z.object({ sale: Sale })

/** Sales: the buyer of each lot, payment and pickup. */
export const sales = {
  mine: route({
    method: 'GET',
    path: '/api/v1/me/works',
    access: 'member',
    owned: true,
    summary: 'Works that the own account won, the latest first.',
    query: z.strictObject({ ...listQuery(['createdAt']), state: z.enum(saleStates).optional() }),
    answer: page('pickups', Pickup),
  }),
  open: route({
    method: 'GET',
    path: `${own}/{id}`,
    access: 'member',
    owned: true,
    summary: 'One of the own purchases, with its sum and its ticket.',
    params: ById,
    answer: onePickup,
  }),
  setPickup: route({
    method: 'PUT',
    path: `${own}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Choose when to collect a paid work.',
    params: ById,
    body: z.strictObject({ pickupAt: Instant }),
    answer: onePickup,
  }),
  answer: route({
    method: 'POST',
    path: `${own}/{id}/answer`,
    access: 'member',
    owned: true,
    summary: 'Take or decline a work that was offered after its winner did not pay.',
    params: ById,
    body: z.strictObject({ take: z.boolean() }),
    answer: onePickup,
    status: 200,
  }),
  invoice: route({
    method: 'GET',
    path: `${own}/{id}/invoice`,
    access: 'member',
    owned: true,
    summary:
      'Address of the invoice of a won work as PDF; refused while the work is only offered, and once it is void.',
    params: ById,
    answer: PaperAddress,
    perMinute: 30,
  }),

  list: route({
    method: 'GET',
    path: desk,
    access: 'console:auction',
    summary: 'Winners with the states of payment and pickup.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'payUntil', 'hammer']),
      program: Id.optional(),
      state: z.enum(saleStates).optional(),
      overdue: z.stringbool().optional(),
    }),
    answer: page('sales', Sale),
  }),
  get: route({
    method: 'GET',
    path: `${desk}/{id}`,
    access: 'console:auction',
    summary: 'One sale.',
    params: ById,
    answer: oneSale,
  }),
  paper: route({
    method: 'GET',
    path: `${desk}/{id}/papers/{kind}`,
    access: 'console:auction',
    summary: 'Address of the invoice of a sale, or of the settlement with its consignor, as PDF; who took it is noted.',
    params: z.strictObject({ id: Id, kind: z.enum(salePapers) }),
    answer: PaperAddress,
  }),
  wonEmail: route({
    method: 'POST',
    path: '/api/console/auction/works/{id}/wonEmail',
    access: 'console:auction',
    summary: 'Send the mail of winning again: premium, VAT, sum, and how to pay.',
    params: ById,
    answer: oneSale,
    status: 200,
  }),
  pay: route({
    method: 'POST',
    path: `${desk}/{id}/pay`,
    access: 'console:auction',
    summary: 'Note that the sum was received.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer: oneSale,
    status: 200,
  }),
  collect: route({
    method: 'POST',
    path: `${desk}/collect`,
    access: 'console:auction',
    summary: 'Hand a paid work over to who shows its code.',
    body: z.strictObject({ code: z.string().trim().min(1).max(100) }),
    answer: oneSale,
    status: 200,
  }),
  settle: route({
    method: 'POST',
    path: `${desk}/{id}/settle`,
    access: 'console:auction',
    summary: 'Note that the consignor of a paid work was paid.',
    params: ById,
    answer: oneSale,
    status: 200,
  }),
  giveUp: route({
    method: 'POST',
    path: `${desk}/{id}/void`,
    access: 'console:voids:write',
    together: 'carried-out',
    summary: 'Give up an unpaid sale, with a reason.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: oneSale,
    status: 200,
  }),
  offer: route({
    method: 'POST',
    path: `${desk}/{id}/offer`,
    access: 'console:voids:write',
    together: 'carried-out',
    summary:
      'Offer the work of a void sale to the runner-up at their own highest bid, if it reaches the reserve. Without an answer the offer ends by itself.',
    params: ById,
    body: z.strictObject({
      hours: z.number().int().min(1).max(336).optional().describe('To answer in; else the days of the programme'),
    }),
    answer: oneSale,
    status: 201,
  }),
  excel: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/excel',
    access: 'console:auction',
    summary:
      'All sales of a programme as rows for a sheet, buyers without their addresses; who took them and why is noted.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ sales: z.array(Sale) }),
    status: 200,
  }),
}
