import { z } from 'zod'
import {
  ById,
  crud,
  Id,
  Instant,
  Locale,
  listQuery,
  localized,
  localizedOptional,
  Picture,
  page,
  recordFields,
  route,
} from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { ConsoleDeposit, DepositInput, depositRoutes, OwnDeposit } from './contract-deposits.ts'
import { PaddleNumber, paddleRoutes } from './paddles/contract.ts'
import { auctionStates, defaultIncrements, depositStates, registrationModes, registrationStates } from './rules.ts'

fieldMessages({
  program_order: m.auctions_field_order,
  program_past: m.auctions_field_past,
  program_increments: m.auctions_field_increments,
  program_locked: m.auctions_field_locked,
  program_shown: m.auctions_field_shown,
  program_hall_used: m.auctions_field_hall_used,
  program_hall_twice: m.auctions_field_hall_twice,
  program_terms: m.auctions_field_terms,
  program_stopped: m.auctions_field_stopped,
  program_cancelled: m.auctions_field_cancelled,
})

/** Whole KRW. */
export const KrwAmount = z.number().int().min(1).max(1_000_000_000_000)

export const Increment = z.strictObject({ from: z.number().int().min(0).max(1_000_000_000_000), step: KrwAmount })

export const RoomInput = z.strictObject({
  _id: Id.optional().describe('Id of an existing room'),
  name: localized(60),
  address: localizedOptional(200).default({}),
})

export const AuctionInput = z.strictObject({
  title: localized(100),
  summary: localizedOptional(500).default({}),
  terms: localizedOptional(20_000).default({}),
  entry: z.enum(registrationModes).default('open'),
  /** Deposit to pay before bidding; null if none. */
  deposit: DepositInput.nullable().default(null),
  startsAt: Instant,
  /** End of the first lot. */
  firstEnd: Instant,
  /** Seconds between the ends of two lots. */
  lotSeconds: z.number().int().min(0).max(86_400).default(180),
  increments: z
    .array(Increment)
    .min(1)
    .max(20)
    .refine(
      (rows) => rows.every(({ from }, index) => (index === 0 ? from === 0 : from > (rows[index - 1]?.from ?? from))),
      { error: 'program_increments' },
    )
    .default(defaultIncrements),
  windowSeconds: z.number().int().min(0).max(3600).default(120),
  extensionSeconds: z.number().int().min(0).max(3600).default(120),
  hardMinutes: z.number().int().min(0).max(1440).default(30),
  /** Hundredths of a percent. */
  premium: z.number().int().min(0).max(5000).default(1500),
  /** Days in which a runner-up may accept an offer. */
  offerDays: z.number().int().min(1).max(14).default(2),
  halls: z.array(RoomInput).max(20).default([]),
  visible: z.boolean().default(false),
})

export const Auction = z
  .object({
    ...recordFields,
    ...AuctionInput.shape,
    halls: z.array(RoomInput.extend({ _id: Id })),
    termsVersion: z.number().int(),
    stoppedAt: Instant.nullable(),
    stopReason: z.string(),
    cancelledAt: Instant.nullable(),
    cancelReason: z.string(),
    lots: z.number().int(),
    locked: z.boolean().describe('Whether there is a bid: the rules cannot change'),
    state: z.enum(auctionStates),
  })
  .meta({ id: 'AuctionProgram' })
export type Auction = z.infer<typeof Auction>

export const AuctionLine = z
  .object({
    ...recordFields,
    title: AuctionInput.shape.title,
    startsAt: Instant,
    firstEnd: Instant,
    visible: z.boolean(),
    stoppedAt: Instant.nullable(),
    cancelledAt: Instant.nullable(),
    lots: z.number().int(),
    state: z.enum(auctionStates),
  })
  .meta({ id: 'AuctionProgramLine' })
export type AuctionLine = z.infer<typeof AuctionLine>

const Hall = z.object({ _id: Id, name: z.string(), address: z.string(), works: z.number().int() })

/** An auction in a public list. */
export const PublicAuctionLine = z
  .object({
    _id: Id,
    title: z.string(),
    summary: z.string(),
    lang: Locale.describe('Language of the texts'),
    state: z.enum(auctionStates),
    startsAt: Instant,
    firstEnd: Instant,
    lastEnd: Instant.describe('Planned end of the last lot'),
    lots: z.number().int(),
    sold: z.number().int(),
    hammer: z.number().int().describe('Sum of the hammer prices in KRW'),
    pictures: z.array(Picture).describe('First pictures of up to four works'),
  })
  .meta({ id: 'PublicAuctionProgramLine' })
export type PublicAuctionLine = z.infer<typeof PublicAuctionLine>

export const PublicAuction = z
  .object({
    ...PublicAuctionLine.shape,
    terms: z.string(),
    termsVersion: z.number().int(),
    entry: z.enum(registrationModes),
    lotSeconds: z.number().int(),
    increments: z.array(Increment),
    windowSeconds: z.number().int(),
    extensionSeconds: z.number().int(),
    hardMinutes: z.number().int(),
    premium: z.number().int().describe('Hundredths of a percent'),
    deposit: z.number().int().nullable().describe('Deposit in KRW; null if none is required'),
    stoppedAt: Instant.nullable(),
    stopReason: z.string(),
    cancelReason: z.string().describe('Why it was cancelled; empty unless its state is `cancelled`'),
    halls: z.array(Hall),
  })
  .meta({ id: 'PublicAuctionProgram' })
export type PublicAuction = z.infer<typeof PublicAuction>

/** Registration of a member for an auction. `state` is null before the member has registered. */
export const Registration = z
  .object({
    state: z.enum(registrationStates).nullable(),
    mayBid: z.boolean().describe('Approved, current terms accepted, and the deposit received if required'),
    acceptedVersion: z.number().int().nullable(),
    termsVersion: z.number().int().describe('Current version'),
    reason: z.string().describe('Reason of the refusal'),
    deposit: OwnDeposit.nullable().describe('null if none is required'),
  })
  .meta({ id: 'AuctionEntry' })
export type Registration = z.infer<typeof Registration>

export const ConsoleRegistration = z
  .object({
    ...recordFields,
    user: z.object({ _id: Id, username: z.string(), name: z.string() }),
    state: z.enum(registrationStates),
    reason: z.string(),
    termsVersion: z.number().int(),
    acceptedAt: Instant,
    deposit: ConsoleDeposit.nullable(),
    paddle: PaddleNumber.nullable().describe('Number under which staff enter bids'),
  })
  .meta({ id: 'ConsoleAuctionEntry' })
export type ConsoleRegistration = z.infer<typeof ConsoleRegistration>

const consolePath = '/api/console/auction/programs'
const paging = listQuery(['startsAt'])

/** Auctions: exhibition rooms, dates, increments, premium, terms, and who may bid. */
export const auctions = {
  ...crud(consolePath, { one: 'program', many: 'programs' }, Auction, AuctionInput, {
    access: 'console:auction',
    sort: ['startsAt', 'updatedAt', 'createdAt'],
    filters: { visible: z.stringbool().optional() },
    line: AuctionLine,
  }),
  stop: route({
    method: 'POST',
    path: `${consolePath}/{id}/stop`,
    access: 'console:auction',
    summary: 'Pauses bidding in an auction, with a reason that is public.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ program: Auction }),
    status: 200,
  }),
  resume: route({
    method: 'POST',
    path: `${consolePath}/{id}/resume`,
    access: 'console:auction',
    summary: 'Resumes bidding: open lots end later by the length of the pause.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().max(300).default('') }),
    answer: z.object({ program: Auction }),
    status: 200,
  }),
  cancel: route({
    method: 'POST',
    path: `${consolePath}/{id}/cancel`,
    access: 'console:auction',
    summary:
      'Cancels an auction, with a public reason. Its open lots are withdrawn and its registered bidders are notified.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ program: Auction }),
    status: 200,
  }),
  entries: route({
    method: 'GET',
    path: `${consolePath}/{id}/entries`,
    access: 'console:auction',
    summary: 'Registrations for an auction.',
    params: ById,
    query: z.strictObject({
      ...listQuery(['createdAt']),
      state: z.enum(registrationStates).optional(),
      deposit: z.enum(depositStates).optional(),
    }),
    answer: page('entries', ConsoleRegistration),
  }),
  decide: route({
    method: 'PUT',
    path: `${consolePath}/{id}/entries/{entry}`,
    access: 'console:auction',
    summary: 'Approves or refuses a registration and notifies the member; a refusal requires a reason.',
    params: z.strictObject({ id: Id, entry: Id }),
    body: z.strictObject({
      state: z.enum(['approved', 'refused']),
      reason: z.string().trim().max(300).default(''),
    }),
    answer: z.object({ entry: ConsoleRegistration }),
  }),

  ...depositRoutes(Registration, ConsoleRegistration),
  ...paddleRoutes(ConsoleRegistration),

  published: route({
    method: 'GET',
    path: '/api/v1/auction/programs',
    access: 'public',
    summary: 'Public auctions: running, upcoming (the next first) and over (the latest first).',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      state: z.enum(auctionStates).optional(),
    }),
    answer: page('programs', PublicAuctionLine),
    cached: true,
  }),
  open: route({
    method: 'GET',
    path: '/api/v1/auction/programs/{id}',
    access: 'public',
    summary: 'One auction with its rooms, rules and terms. For its works, list works with `program`.',
    params: ById,
    answer: z.object({ program: PublicAuction }),
    cached: true,
  }),
  hall: route({
    method: 'GET',
    path: '/api/v1/auction/halls/{hall}',
    access: 'public',
    summary: 'One exhibition room with its auction. For its works, list works with `hall`.',
    params: z.strictObject({ hall: Id }),
    answer: z.object({ hall: Hall, program: PublicAuction }),
    cached: true,
  }),

  entry: route({
    method: 'GET',
    path: '/api/v1/auction/programs/{id}/entry',
    access: 'member',
    summary: 'Whether the caller may bid in an auction, and what is missing.',
    params: ById,
    answer: z.object({ entry: Registration }),
  }),
  enter: route({
    method: 'POST',
    path: '/api/v1/auction/programs/{id}/entry',
    access: 'member',
    summary: 'Accepts the terms of an auction; also requests approval and deposit if the auction requires them.',
    params: ById,
    body: z.strictObject({ termsVersion: z.number().int().min(1).describe('The version that was read') }),
    answer: z.object({ entry: Registration }),
    status: 200,
    idempotent: true,
    perMinute: 60,
  }),
}
