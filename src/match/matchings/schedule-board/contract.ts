import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, route } from '#kit/contract.ts'
import { Country, Way } from '#match/participants/contract.ts'
import { Change, fairChanges } from '../fair-changes/contract.ts'
import { planRelease } from '../plan-release/contract.ts'
import { matchingStates, maxReasonLength } from '../rules.ts'

const MatchingState = z.enum(matchingStates)
const Day = z.iso.date().describe('A day in Seoul')

const BoardCompany = z.object({ _id: Id, name: z.string(), country: Country, timeZone: z.string() })

const BoardMeeting = z.object({
  _id: Id,
  updatedAt: Instant,
  state: MatchingState,
  /** Indexes into `sellers`, `buyers` and `slots`. */
  seller: z.number().int(),
  buyer: z.number().int(),
  slot: z.number().int(),
  way: Way,
  /** Number of the table or room; null for an offered time. */
  place: z.number().int().nullable(),
  /** True if the companies have not been notified of the meeting, or of its seat here. */
  unreleased: z.boolean(),
  changed: Change.nullable(),
})
export type BoardMeeting = z.infer<typeof BoardMeeting>

/** One day of a fair with all its meetings and offers. */
export const Board = z
  .object({
    fair: z.object({
      _id: Id,
      title: z.string(),
      phase: z.string(),
      released: z.boolean(),
      tables: z.number().int(),
      rooms: z.number().int(),
    }),
    days: z.array(z.object({ day: Day, meetings: z.number().int(), changed: z.number().int() })),
    day: Day.nullable(),
    slots: z.array(z.object({ _id: Id, startAt: Instant, endAt: Instant, closed: z.boolean() })),
    sellers: z.array(BoardCompany),
    buyers: z.array(BoardCompany),
    /** Tables that the fair has removed but that still have a meeting. */
    closedTables: z.array(z.number().int()),
    meetings: z.array(BoardMeeting),
    unreleased: z.object({ meetings: z.number().int(), companies: z.number().int() }),
  })
  .meta({ id: 'MatchingBoard' })
export type Board = z.infer<typeof Board>

const Answer = z.enum(['here', 'free', 'seller', 'buyer', 'outside', 'no_place', 'past', 'closed'])

export const SeatAnswer = z
  .object({
    slot: Id,
    answer: Answer,
    way: Way.nullable(),
    place: z.number().int().nullable().describe('Place that the meeting would get'),
    places: z.array(z.number().int()).describe('All free places'),
    other: z.string().nullable().describe('Company that the busy side meets in the slot'),
  })
  .meta({ id: 'SeatAnswer' })
export type SeatAnswer = z.infer<typeof SeatAnswer>

const Waiting = z
  .object({
    _id: Id,
    createdAt: Instant,
    updatedAt: Instant,
    state: MatchingState,
    seller: z.string(),
    buyer: z.string(),
    common: z.number().int().describe('Number of slots in which both sides and a place are free'),
  })
  .meta({ id: 'WaitingRequest' })
export type WaitingRequest = z.infer<typeof Waiting>

const Placed = z
  .object({
    _id: Id,
    updatedAt: Instant,
    state: MatchingState,
    slot: Id.nullable(),
    startAt: Instant.nullable(),
    way: Way.nullable(),
    place: z.number().int().nullable(),
    unreleased: z.boolean(),
  })
  .meta({ id: 'PlacedMatching' })
export type PlacedMatching = z.infer<typeof Placed>

const access = 'console:fairs'
const ofFair = '/api/console/fairs/{id}'
const ofMatching = '/api/console/matchings/{id}'

const paging = listQuery(['createdAt'])

/** Routes of the schedule board of a fair: reading it, and placing meetings on it. */
export const scheduleBoard = {
  board: route({
    method: 'GET',
    path: `${ofFair}/board`,
    access,
    summary: 'Return one day of a fair: its slots, companies, meetings and offers.',
    params: ById,
    query: z.strictObject({ day: Day.optional() }),
    answer: z.object({ board: Board }),
  }),
  waiting: route({
    method: 'GET',
    path: `${ofFair}/waiting`,
    access,
    summary:
      'List the requests of a fair without a time, longest waiting first, with the number of slots in which both sides are free.',
    params: ById,
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('requests', Waiting),
  }),
  seats: route({
    method: 'GET',
    path: `${ofMatching}/seats`,
    access,
    summary: 'Return for each slot of a day whether the matching can be placed in it.',
    params: ById,
    query: z.strictObject({ day: Day }),
    answer: z.object({ seats: z.array(SeatAnswer) }),
  }),
  place: route({
    method: 'POST',
    path: `${ofMatching}/place`,
    access,
    summary:
      'Place a request in a slot, or move a meeting to another slot or place. Both sides are notified, immediately or when the plan is released.',
    params: ById,
    body: z.strictObject({
      slot: Id,
      place: z
        .number()
        .int()
        .min(1)
        .max(500)
        .nullable()
        .default(null)
        .describe('null: the current place if free, else the first free one'),
      reason: z.string().trim().max(maxReasonLength).default(''),
      updatedAt: Instant,
    }),
    answer: z.object({ placed: Placed }),
    status: 200,
  }),
  restore: route({
    method: 'POST',
    path: `${ofMatching}/restore`,
    access,
    summary: 'Undo the unreleased change of a matching.',
    params: ById,
    body: z.strictObject({ updatedAt: Instant }),
    answer: z.object({ placed: Placed }),
    status: 200,
  }),
}

/** Operator routes of a fair's schedule: the board, changes of the fair, and the release of its plan. */
export const board = { ...scheduleBoard, ...fairChanges, ...planRelease }
