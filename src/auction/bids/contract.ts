import { z } from 'zod'
import { KrwAmount } from '#auction/auctions/contract.ts'
import { PaddleNumber } from '#auction/auctions/paddles/contract.ts'
import { Lot, PublicWorkLine } from '#auction/works/contract.ts'
import { ById, Id, Instant, listQuery, Picture, page, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { bidKinds, bidRefusals } from './rules.ts'
import { BidChannel, staffBidRoutes } from './staff-bids/contract.ts'

fieldMessages({
  bid_ended: m.bids_field_ended,
  bid_not_started: m.bids_field_not_started,
  bid_stopped: m.bids_field_stopped,
  bid_not_entitled: m.bids_field_not_entitled,
  bid_out: m.bids_field_out,
  bid_too_low: m.bids_field_too_low,
  bid_leading: m.bids_field_leading,
  bid_not_higher: m.bids_field_not_higher,
  bid_key_reused: m.bids_field_key_reused,
  bid_void: m.bids_field_void,
})

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Seal = z.string().regex(/^([0-9a-f]{64})?$/)

/** A row of the bid history. Bidders are numbered by their first bid on the lot and shown as ㄱ ㄴ ㄷ, A B C or 甲乙丙. */
export const BidLine = z
  .object({
    seq: z.number().int(),
    bidder: z.number().int(),
    mark: z.string().describe('The bidder as shown in the language of the request'),
    mine: z.boolean().describe('Of the requesting account'),
    kind: z.enum([...bidKinds, 'automatic', 'void']),
    channel: BidChannel.describe('How the bid reached the house; null for rows without a sender'),
    amount: KrwAmount.nullable().describe('Amount of the bid; null for a maximum until the lot is closed'),
    price: KrwAmount.describe('After this row'),
    leader: z.number().int().describe('After this row; 0 if no valid bid is left'),
    endsAt: Instant.describe('After this row'),
    at: Instant,
    commitment: Hash.nullable().describe('SHA-256 of nonce and amount of a maximum'),
    nonce: z.string().nullable().describe('Nonce of a maximum, hexadecimal; null until the lot is closed'),
    previous: Seal.describe('Hash of the previous row; empty for the first row'),
    hash: Hash.describe('Hash of this row'),
    voided: z.boolean().describe('Voided by a later row of the kind `void`'),
  })
  .meta({ id: 'AuctionBid' })
export type BidLine = z.infer<typeof BidLine>

/** A row of the history in a list of several lots. */
const BidOfLot = z
  .object({ program: Id, work: Id, lot: z.number().int().describe('Number of the lot'), ...BidLine.shape })
  .meta({ id: 'AuctionBidOfLot' })

export const Receipt = z
  .object({
    work: Id,
    seq: z.number().int(),
    bidder: z.number().int(),
    mark: z.string(),
    kind: z.enum(bidKinds),
    amount: KrwAmount,
    leads: z.boolean().describe('Whether the bid led when it was decided'),
    at: Instant,
    hash: Hash,
    nonce: z.string().describe('Hexadecimal; proves the amount of a maximum'),
  })
  .meta({ id: 'AuctionReceipt' })
export type Receipt = z.infer<typeof Receipt>

/** `current` of a refusal (409): why the bid was refused, and the lot as it is now. */
export const BidRefused = z.object({ reason: z.enum(bidRefusals), now: Instant, lot: Lot })
export type BidRefused = z.infer<typeof BidRefused>

export const memberOutcomes = ['leading', 'outbid', 'won', 'lost', 'passed', 'withdrawn'] as const

/** A lot on which the account has bid. */
export const MemberLot = z
  .object({
    work: PublicWorkLine,
    lot: Lot,
    outcome: z.enum(memberOutcomes),
    bidder: z.number().int(),
    mark: z.string(),
    highest: KrwAmount.describe('Highest bid or maximum of the caller'),
    maximum: KrwAmount.nullable().describe('Maximum of the caller while leading'),
    bids: z.number().int().describe('Number of bids of the caller'),
    lastAt: Instant,
    sale: Id.nullable().describe('Purchase of the caller, once won'),
  })
  .meta({ id: 'OwnAuctionLot' })
export type MemberLot = z.infer<typeof MemberLot>

/** Cost of a hammer price in KRW: premium, VAT on the premium, and total. */
export const BuyerTotal = z.object({
  hammer: z.number().int(),
  premium: z.number().int(),
  vat: z.number().int(),
  total: z.number().int(),
})

/** The history of a closed lot with everything needed to replay it without this software. */
export const Chain = z
  .object({
    version: z.literal(1),
    work: Id,
    lot: z.number().int(),
    rules: z.object({
      start: KrwAmount,
      reserve: KrwAmount.nullable(),
      increments: z.array(z.object({ from: z.number().int(), step: KrwAmount })),
      windowSeconds: z.number().int(),
      extensionSeconds: z.number().int(),
      dueAt: Instant,
      hardEnd: Instant,
    }),
    pauses: z
      .array(z.object({ from: Instant, to: Instant }))
      .describe('Pauses of bidding; the ends in `rules` and `closed` include them'),
    rows: z.array(BidLine.omit({ channel: true, mark: true, mine: true, voided: true })),
    closed: z.object({
      state: z.enum(['sold', 'passed', 'withdrawn']),
      at: Instant,
      price: KrwAmount.nullable(),
      leader: z.number().int().nullable(),
    }),
  })
  .meta({ id: 'AuctionChain' })
export type Chain = z.infer<typeof Chain>

/** A row of the history for staff: includes the bidder, but no maximum bid while the lot is open. */
export const ConsoleBid = z
  .object({
    _id: Id,
    ...BidLine.omit({ mine: true }).shape,
    paddle: PaddleNumber.nullable().describe('Number under which staff entered the bid'),
    user: z.object({ _id: Id, username: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'ConsoleAuctionBid' })
export type ConsoleBid = z.infer<typeof ConsoleBid>

/** Until when the demonstration's bidders bid; null if they do not. */
const Robot = z.object({ until: Instant.nullable() })

export const RefusedBid = z
  .object({
    _id: Id,
    at: Instant,
    user: z.object({ _id: Id, username: z.string(), name: z.string() }).nullable(),
    kind: z.enum(bidKinds),
    amount: KrwAmount.nullable().describe('null for a maximum until the lot is closed'),
    reason: z.enum(bidRefusals),
  })
  .meta({ id: 'RefusedAuctionBid' })
export type RefusedBid = z.infer<typeof RefusedBid>

/** Default number of history rows in one answer; `maxRows` is the maximum. */
export const defaultHistoryRows = 100
const maxRows = 500

const part = {
  before: z.coerce.number().int().min(1).optional().describe('Only rows before this one'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxRows)
    .default(defaultHistoryRows)
    .describe('Maximum number of rows; the latest are returned'),
}

const path = '/api/v1/auction/works/{id}'
const { page: pageNumber, limit } = listQuery(['at'])

/**
 * Bids. `GET /api/v1/auction/live?program={id}` is also public: a stream of server-sent events with `lot` (a `Lot`),
 * `clock` ({ now }: the database's time, sent immediately and every ten seconds), `missed` (fetch again), `stopped` ({
 * reason }) and `resumed`. Members learn that they were outbid from topic `bids` of their own stream.
 */
export const bids = {
  history: route({
    method: 'GET',
    path: `${path}/bids`,
    access: 'public',
    knowsMember: true,
    summary:
      'Bid history of a lot, latest first, with masked bidders; `mine` marks the bids of the caller. For earlier rows, repeat with `before` set to the number of the last row, until it is 1.',
    params: ById,
    query: z.strictObject({
      after: z.coerce.number().int().min(0).default(0).describe('Only rows after this one'),
      ...part,
    }),
    answer: z.object({ now: Instant, lot: Lot, bids: z.array(BidLine) }),
  }),
  list: route({
    method: 'GET',
    path: '/api/v1/auction/bids',
    access: 'public',
    knowsMember: true,
    summary:
      'Bids on all visible lots, or on those of an auction or on one lot, latest first, with masked bidders; `mine` marks the bids of the caller.',
    query: z.strictObject({
      page: pageNumber,
      limit: listQuery(['at']).limit,
      program: Id.optional(),
      work: Id.optional(),
    }),
    answer: page('bids', BidOfLot),
  }),
  place: route({
    method: 'POST',
    path: `${path}/bids`,
    access: 'member',
    summary:
      'Places a bid: `open` bids exactly this amount, `maximum` is a proxy bid up to it. A repeated request with the same Idempotency-Key is the same bid. 409 returns the reason in `current` (`BidRefused`).',
    params: ById,
    body: z.strictObject({ kind: z.enum(bidKinds).default('open'), amount: KrwAmount }),
    answer: z.object({ now: Instant, receipt: Receipt, lot: Lot }),
    status: 201,
    idempotent: true,
    perMinute: 120,
    crowded: 'id',
  }),
  sum: route({
    method: 'GET',
    path: `${path}/sum`,
    access: 'public',
    summary: 'Total cost of a hammer price of this lot, with premium and VAT.',
    params: ById,
    query: z.strictObject({ amount: z.coerce.number().pipe(KrwAmount) }),
    answer: z.object({ sum: BuyerTotal }),
  }),
  chain: route({
    method: 'GET',
    path: `${path}/chain`,
    access: 'public',
    summary: 'Complete history of a closed lot, for replay.',
    params: ById,
    answer: Chain,
  }),
  mine: route({
    method: 'GET',
    path: '/api/v1/me/bids',
    access: 'member',
    owned: true,
    summary: 'Lots on which the caller has bid: outbid first, then leading, then closed.',
    query: z.strictObject({
      page: pageNumber,
      limit,
      outcome: z.enum(memberOutcomes).optional(),
      program: Id.optional(),
    }),
    answer: page('lots', MemberLot).extend({
      bids: z.array(MemberLot).describe('The same as `lots`, by the name of the resource'),
      now: Instant,
      bound: BuyerTotal.describe('Total if every lot that the caller leads is sold at the maximum'),
      counts: z.object({
        leading: z.number().int(),
        outbid: z.number().int(),
        won: z.number().int(),
        lost: z.number().int(),
        passed: z.number().int(),
        withdrawn: z.number().int(),
      }),
    }),
  }),
  receipts: route({
    method: 'GET',
    path: '/api/v1/me/receipts',
    access: 'member',
    owned: true,
    summary: "Receipts of the caller's bids, latest first.",
    query: z.strictObject({ page: pageNumber, limit, work: Id.optional() }),
    answer: page('receipts', Receipt.omit({ leads: true }).extend({ leads: z.boolean().optional() })),
  }),

  deskHistory: route({
    method: 'GET',
    path: '/api/console/auction/works/{work}/bids',
    access: 'console:auction',
    summary:
      'Bid history of a lot for staff, latest first, with the latest refused bids. Maximum bids are hidden until the lot is closed.',
    params: z.strictObject({ work: Id }),
    query: z.strictObject(part),
    answer: z.object({ now: Instant, lot: Lot, bids: z.array(ConsoleBid), refused: z.array(RefusedBid) }),
  }),
  ...staffBidRoutes(Receipt, Lot),
  void: route({
    method: 'POST',
    path: '/api/console/auction/works/{work}/bids/{id}/void',
    access: 'console:voids:write',
    together: 'carried-out',
    summary:
      'Voids all bids of one bidder on an open lot, with a reason. The rows stay; the price follows from the other bids.',
    params: z.strictObject({ work: Id, id: Id }),
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ now: Instant, lot: Lot, bids: z.array(ConsoleBid) }),
    status: 200,
  }),
  robot: route({
    method: 'POST',
    path: '/api/console/auction/programs/{id}/robot',
    access: 'console:auction',
    summary:
      'Lets the bidders of the demonstration bid in an auction for some minutes; 0 stops them. 404 without the demonstration.',
    params: ById,
    body: z.strictObject({ minutes: z.number().int().min(0).max(60) }),
    answer: z.object({ robot: Robot }),
    status: 200,
  }),
  desk: route({
    method: 'GET',
    path: '/api/console/auction/programs/{id}/live',
    access: 'console:auction',
    summary: 'Live state of an auction for staff: its lots and the number of watchers.',
    params: ById,
    answer: z.object({
      now: Instant,
      watchers: z.number().int().describe('Open streams of this process'),
      robot: Robot.nullable().describe('null without the bidders of the demonstration'),
      lots: z.array(Lot.extend({ title: z.string(), author: z.string().nullable(), picture: Picture.nullable() })),
    }),
  }),
}
