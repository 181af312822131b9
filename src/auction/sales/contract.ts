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
  number: z.string().describe('Invoice number, such as A-2611-0006'),
  state: z.enum(saleStates),
  hammer: KrwAmount,
  sum: BuyerTotal,
  payUntil: Instant,
  ending: z
    .enum(voidCauses)
    .nullable()
    .describe('Why a sale is void: offer declined or expired, or cancelled by staff'),
  paidAt: Instant.nullable(),
  pickupAt: Instant.nullable().describe('Chosen by the buyer'),
  collectedAt: Instant.nullable(),
}

/** A won work as its buyer sees it. */
export const Pickup = z
  .object({
    ...facts,
    work: PublicWorkLine,
    offerUntil: Instant.nullable().describe('Deadline to accept an offer'),
    payTo: BankAccount.nullable().describe('Bank account to pay to while payment is due'),
    ticket: PickupTicket.nullable().describe('Pickup code to show to staff, once paid'),
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
    mails: z.number().int().describe('Number of mails sent to the winner'),
    offerUntil: Instant.nullable(),
    voidReason: z.string(),
    consignor: z.object({ _id: Id, name: z.string() }).nullable().describe('Consignor of the work'),
    settlement: z
      .object({
        rate: z.number().int().describe('Hundredths of a percent'),
        hammer: KrwAmount,
        commission: z.number().int(),
        vat: z.number().int(),
        payout: z.number().int(),
      })
      .nullable()
      .describe('Payout to the consignor'),
    settledAt: Instant.nullable().describe('When the consignor was paid'),
    runnerUp: z
      .object({ bidder: z.number().int(), name: z.string(), amount: KrwAmount })
      .nullable()
      .describe('Bidder to whom the work of a void sale can be offered'),
  })
  .meta({ id: 'AuctionSale' })
export type Sale = z.infer<typeof Sale>

const ownPath = '/api/v1/me/pickups'
const consolePath = '/api/console/auction/sales'
const onePickup = z.object({ pickup: Pickup })
const oneSale = z.object({ sale: Sale })

/** Sales: the buyer of each lot, payment and pickup. */
export const sales = {
  mine: route({
    method: 'GET',
    path: '/api/v1/me/works',
    access: 'member',
    owned: true,
    summary: 'Works won by the caller, latest first.',
    query: z.strictObject({ ...listQuery(['createdAt']), state: z.enum(saleStates).optional() }),
    answer: page('pickups', Pickup),
  }),
  open: route({
    method: 'GET',
    path: `${ownPath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'A purchase of the caller, with its total and pickup ticket.',
    params: ById,
    answer: onePickup,
  }),
  setPickup: route({
    method: 'PUT',
    path: `${ownPath}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Sets the pickup time of a paid work.',
    params: ById,
    body: z.strictObject({ pickupAt: Instant }),
    answer: onePickup,
  }),
  answer: route({
    method: 'POST',
    path: `${ownPath}/{id}/answer`,
    access: 'member',
    owned: true,
    summary: 'Accepts or declines an offered work.',
    params: ById,
    body: z.strictObject({ take: z.boolean() }),
    answer: onePickup,
    status: 200,
  }),
  invoice: route({
    method: 'GET',
    path: `${ownPath}/{id}/invoice`,
    access: 'member',
    owned: true,
    summary: 'URL of the invoice of a won work as PDF; refused for an offer and for a void sale.',
    params: ById,
    answer: PaperAddress,
    perMinute: 30,
  }),

  list: route({
    method: 'GET',
    path: consolePath,
    access: 'console:auction',
    summary: 'Sales with their payment and pickup state.',
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
    path: `${consolePath}/{id}`,
    access: 'console:auction',
    summary: 'One sale.',
    params: ById,
    answer: oneSale,
  }),
  paper: route({
    method: 'GET',
    path: `${consolePath}/{id}/papers/{kind}`,
    access: 'console:auction',
    summary: 'URL of the invoice of a sale, or of the settlement with its consignor, as PDF. The download is logged.',
    params: z.strictObject({ id: Id, kind: z.enum(salePapers) }),
    answer: PaperAddress,
  }),
  wonEmail: route({
    method: 'POST',
    path: '/api/console/auction/works/{id}/wonEmail',
    access: 'console:auction',
    summary: 'Sends the mail to the winner again, with premium, VAT, total and payment instructions.',
    params: ById,
    answer: oneSale,
    status: 200,
  }),
  pay: route({
    method: 'POST',
    path: `${consolePath}/{id}/pay`,
    access: 'console:auction',
    summary: 'Records that the payment was received.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer: oneSale,
    status: 200,
  }),
  collect: route({
    method: 'POST',
    path: `${consolePath}/collect`,
    access: 'console:auction',
    summary: 'Hands over a paid work to the person who shows its code.',
    body: z.strictObject({ code: z.string().trim().min(1).max(100) }),
    answer: oneSale,
    status: 200,
  }),
  settle: route({
    method: 'POST',
    path: `${consolePath}/{id}/settle`,
    access: 'console:auction',
    summary: 'Records that the consignor of a paid work was paid.',
    params: ById,
    answer: oneSale,
    status: 200,
  }),
  giveUp: route({
    method: 'POST',
    path: `${consolePath}/{id}/void`,
    access: 'console:voids:write',
    together: 'carried-out',
    summary: 'Cancels an unpaid sale, with a reason.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: oneSale,
    status: 200,
  }),
  offer: route({
    method: 'POST',
    path: `${consolePath}/{id}/offer`,
    access: 'console:voids:write',
    together: 'carried-out',
    summary:
      'Offers the work of a void sale to the runner-up at their highest bid, if it reaches the reserve. An unanswered offer expires.',
    params: ById,
    body: z.strictObject({
      hours: z
        .number()
        .int()
        .min(1)
        .max(336)
        .optional()
        .describe('Hours to answer; defaults to the days set for the auction'),
    }),
    answer: oneSale,
    status: 201,
  }),
  excel: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/excel',
    access: 'console:auction',
    summary:
      'All sales of an auction for an Excel file, without the addresses of buyers. The export and its reason are logged.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ sales: z.array(Sale) }),
    status: 200,
  }),
}
