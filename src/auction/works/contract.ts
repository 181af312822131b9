import { z } from 'zod'
import { KrwAmount } from '#auction/auctions/contract.ts'
import { Commission } from '#auction/consignors/contract.ts'
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
import { lotStates, maxPictures, workStates } from './rules.ts'

fieldMessages({
  work_estimate: m.works_field_estimate,
  work_reserve: m.works_field_reserve,
  work_locked: m.works_field_locked,
  work_moved: m.works_field_moved,
  work_order: m.works_field_order,
  work_hall: m.works_field_hall,
  work_over: m.works_field_over,
})

const Millimetres = z.number().int().min(1).max(100_000)

export const WorkInput = z.strictObject({
  program: Id,
  hall: Id.nullable().default(null),
  author: Id.nullable().default(null),
  consignor: Id.nullable().default(null).describe('Consignor of the work'),
  commission: Commission.nullable()
    .default(null)
    .describe('Hundredths of a percent; null for the commission of the consignor'),
  title: localized(200),
  medium: localizedOptional(200).default({}),
  made: z.string().trim().max(40).default(''),
  height: Millimetres.nullable().default(null),
  width: Millimetres.nullable().default(null),
  depth: Millimetres.nullable().default(null),
  provenance: localizedOptional(5000).default({}),
  note: localizedOptional(5000).default({}),
  condition: localizedOptional(5000).default({}),
  pictures: z.array(Id).max(maxPictures).default([]),
  estimateLow: KrwAmount.nullable().default(null),
  estimateHigh: KrwAmount.nullable().default(null),
  startPrice: KrwAmount,
  reserve: KrwAmount.nullable().default(null),
})

export type WorkInput = z.output<typeof WorkInput>

/** A work as staff see it. Its lot number is its position in the auction. */
export const Work = z
  .object({
    ...recordFields,
    ...WorkInput.shape,
    pictures: z.array(Picture),
    lot: z.number().int(),
    state: z.enum(workStates),
    price: KrwAmount.nullable(),
    bids: z.number().int(),
    dueAt: Instant.nullable(),
    endsAt: Instant.nullable(),
    locked: z.boolean().describe('Whether there is a bid: prices and position cannot change'),
  })
  .meta({ id: 'AuctionWork' })
export type Work = z.infer<typeof Work>

export const WorkLine = z
  .object({
    ...recordFields,
    program: z.object({ _id: Id, title: z.string() }),
    author: z.object({ _id: Id, name: z.string() }).nullable(),
    title: WorkInput.shape.title,
    lot: z.number().int(),
    picture: Picture.nullable(),
    estimateLow: KrwAmount.nullable(),
    estimateHigh: KrwAmount.nullable(),
    startPrice: KrwAmount,
    price: KrwAmount.nullable(),
    bids: z.number().int(),
    state: z.enum(workStates),
    endsAt: Instant.nullable(),
    locked: z.boolean(),
  })
  .meta({ id: 'AuctionWorkLine' })
export type WorkLine = z.infer<typeof WorkLine>

/** Current state of a lot. The event stream sends the same object. */
export const Lot = z
  .object({
    _id: Id.describe('Id of the work'),
    program: Id,
    lot: z.number().int(),
    state: z.enum(lotStates),
    price: KrwAmount.nullable().describe('null without a bid'),
    // No maximum: after the highest allowed bid the next amount exceeds it.
    next: z.number().int().min(1).describe('Minimum next bid'),
    leader: z.number().int().nullable().describe('Number of the leading bidder on this lot; 1 is shown as ㄱ, A, 甲'),
    bids: z.number().int().describe('Rows of the history'),
    bidders: z.number().int(),
    /** Whether the price has reached the reserve; null without a reserve. */
    reserveMet: z.boolean().nullable(),
    startsAt: Instant,
    dueAt: Instant.describe('Planned end'),
    endsAt: Instant.describe('Current end, extended by late bids'),
    hardEnd: Instant.describe('Latest possible end'),
  })
  .meta({ id: 'AuctionLot' })
export type Lot = z.infer<typeof Lot>

/** Texts of a work that public lists show, in one language. */
export const publicTexts = { title: z.string(), medium: z.string() }

/** Columns of a work that public lists show unchanged. */
export const publicColumns = {
  hall: Id.nullable(),
  made: z.string(),
  height: Millimetres.nullable().describe('Millimetres'),
  width: Millimetres.nullable(),
  depth: Millimetres.nullable(),
  estimateLow: KrwAmount.nullable(),
  estimateHigh: KrwAmount.nullable(),
  startPrice: KrwAmount,
}

/** Filters of public lists by the column of the same name. */
export const columnFilters = { program: Id.optional(), hall: Id.optional() }

/** A work in a public list. */
export const PublicWorkLine = z
  .object({
    _id: Id,
    lot: z.number().int(),
    program: z.object({ _id: Id, title: z.string() }),
    author: z.object({ _id: Id, name: z.string() }).nullable(),
    lang: Locale.describe('Language of the texts'),
    picture: Picture.nullable(),
    dueAt: Instant.describe('Planned end'),
    ...publicTexts,
    ...publicColumns,
  })
  .meta({ id: 'PublicAuctionWorkLine' })
export type PublicWorkLine = z.infer<typeof PublicWorkLine>

const Neighbour = z.object({ _id: Id, lot: z.number().int(), title: z.string(), dueAt: Instant })

export const PublicWork = z
  .object({
    ...PublicWorkLine.shape,
    author: z
      .object({
        _id: Id,
        name: z.string(),
        latin: z.string().describe("The name in Latin letters; '' if unknown"),
        born: z.number().int().nullable(),
        died: z.number().int().nullable(),
      })
      .nullable(),
    provenance: z.string(),
    note: z.string(),
    hasCondition: z.boolean(),
    pictures: z.array(Picture),
    previous: Neighbour.nullable(),
    following: Neighbour.nullable(),
  })
  .meta({ id: 'PublicAuctionWork' })
export type PublicWork = z.infer<typeof PublicWork>

/** A work whose lot is closed. */
export const Result = z
  .object({
    ...PublicWorkLine.shape,
    state: z.enum(['sold', 'passed']),
    hammer: KrwAmount.nullable().describe('null if passed'),
    bids: z.number().int(),
    closedAt: Instant,
  })
  .meta({ id: 'AuctionResult' })
export type Result = z.infer<typeof Result>

/** Whether a member is notified before the lot ends. */
export const EndNotice = z.object({
  on: z.boolean(),
  at: Instant.nullable().describe('When it was sent or will be sent'),
})

const consolePath = '/api/console/auction/works'
const path = '/api/v1/auction/works'
const paging = listQuery(['lot'])
const Note = z.object({ notice: EndNotice })

/** Works: the lots of auctions. */
export const works = {
  ...crud(consolePath, { one: 'work', many: 'works' }, Work, WorkInput, {
    access: 'console:auction',
    sort: ['updatedAt', 'createdAt', 'lot', 'endsAt', 'price'],
    filters: { program: Id.optional(), author: Id.optional(), state: z.enum(workStates).optional() },
    line: WorkLine,
  }),
  order: route({
    method: 'PUT',
    path: '/api/console/auction/programs/{id}/order',
    access: 'console:auction',
    summary: 'Reorders all lots of an auction, which sets their numbers and ends; refused after the first bid.',
    params: ById,
    body: z.strictObject({ works: z.array(Id).min(1).max(1000) }),
    answer: z.object({ works: z.array(WorkLine) }),
  }),
  withdraw: route({
    method: 'POST',
    path: `${consolePath}/{id}/withdraw`,
    access: 'console:auction',
    summary: 'Withdraws a work from its auction, with a reason. Its bids stay in the history.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: z.object({ work: Work }),
    status: 200,
  }),

  published: route({
    method: 'GET',
    path,
    access: 'public',
    summary: 'Public works by lot number. For prices and ends see the lots of an auction and the event stream.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      q: paging.q,
      ...columnFilters,
      author: Id.optional(),
    }),
    answer: page('works', PublicWorkLine),
    cached: true,
  }),
  open: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: 'public',
    summary: 'One work. For its price and end see its lot.',
    params: ById,
    answer: z.object({ work: PublicWork }),
    cached: true,
  }),
  lots: route({
    method: 'GET',
    path: '/api/v1/auction/programs/{id}/lots',
    access: 'public',
    summary: "Current state of all lots of an auction, with the database's time.",
    params: ById,
    answer: z.object({ now: Instant, lots: z.array(Lot) }),
  }),
  lot: route({
    method: 'GET',
    path: `${path}/{id}/lot`,
    access: 'public',
    summary: "Current state of a lot, with the database's time.",
    params: ById,
    answer: z.object({ now: Instant, lot: Lot }),
  }),
  results: route({
    method: 'GET',
    path: '/api/v1/auction/results',
    access: 'public',
    summary: 'Closed lots, latest first.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      q: paging.q,
      program: Id.optional(),
      author: Id.optional(),
      state: z.enum(['sold', 'passed']).optional(),
    }),
    answer: page('results', Result),
  }),
  condition: route({
    method: 'GET',
    path: `${path}/{id}/condition`,
    access: 'public',
    summary: 'The condition report of a work.',
    params: ById,
    answer: z.object({ condition: z.object({ text: z.string(), lang: Locale, updatedAt: Instant }) }),
  }),
  ask: route({
    method: 'POST',
    path: `${path}/{id}/questions`,
    access: 'member',
    summary: 'Asks a question about a work; it appears with its answer among the questions of the caller.',
    params: ById,
    body: z.strictObject({ text: z.string().trim().min(1).max(2000) }),
    answer: z.object({ question: z.object({ _id: Id }) }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  notice: route({
    method: 'GET',
    path: `${path}/{id}/notice`,
    access: 'member',
    summary: 'Whether the caller is notified before the lot ends.',
    params: ById,
    answer: Note,
  }),
  setNotice: route({
    method: 'PUT',
    path: `${path}/{id}/notice`,
    access: 'member',
    summary: 'Switches the notice by mail and on screen ten minutes before the lot ends on or off.',
    params: ById,
    body: z.strictObject({ on: z.boolean() }),
    answer: Note,
  }),
}
