import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Country, Way } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { availability } from './availability/contract.ts'
import { bookingRoutes } from './booking/contract.ts'
import { calendarFeed } from './calendar/contract.ts'
import { documents } from './documents/contract.ts'
import { followUpRoutes, Rating } from './follow-up/contract.ts'
import { Agreement } from './follow-up/contract-agreements.ts'
import { Task } from './follow-up/contract-tasks.ts'
import { behalfRoutes } from './on-behalf/contract.ts'
import { requestRoutes } from './requests/contract.ts'
import { matchingStates, maxReasonLength } from './rules.ts'

fieldMessages({
  matching_picks: m.matchings_field_picks,
  matching_taken: m.matchings_field_taken,
  matching_outside: m.matchings_field_outside,
  matching_past: m.matchings_field_past,
  matching_no_place: m.matchings_field_no_place,
  matching_open: m.matchings_field_open,
  matching_limit: m.matchings_field_limit,
  matching_used: m.matchings_field_used,
  matching_late: m.matchings_field_late,
  matching_early: m.matchings_field_early,
  matching_rated: m.matchings_field_rated,
  matching_decided: m.matchings_field_decided,
  matching_over: m.matchings_field_over,
  matching_phase: m.matchings_field_phase,
  matching_grid: m.matchings_field_grid,
  matching_times: m.matchings_field_times,
  matching_times_theirs: m.matchings_field_times_theirs,
  matching_drawn: m.matchings_field_drawn,
  matching_arranging: m.board_field_arranging,
  matching_untold: m.matchings_field_untold,
  matching_changed: m.matchings_field_changed,
  matching_moved: m.board_field_moved,
  matching_begun: m.board_field_begun,
  agreement_many: m.matchings_field_agreement_many,
  agreement_both: m.matchings_field_agreement_both,
  agreement_revised: m.matchings_field_agreement_revised,
  matching_badge: m.matchings_field_badge,
  task_other: m.matchings_field_task_other,
  task_done: m.matchings_field_task_done,
  task_due: m.matchings_field_task_due,
})

export const MatchingState = z.enum(matchingStates)
export type MatchingState = z.infer<typeof MatchingState>
const Side = z.enum(['buyer', 'seller'])
const Reason = z.string().trim().min(1).max(maxReasonLength)

/** A company in a matching. */
const Party = z.object({ _id: Id, name: z.string(), country: Country, timeZone: z.string() })

export const Time = z.object({ slot: Id, startAt: Instant, endAt: Instant, way: Way })

const Meeting = Time.extend({ place: z.number().int().describe('Number of the table, or of the online room') })

/** A matching as listed for its companies and for staff. */
export const MatchingLine = z
  .object({
    ...recordFields,
    fair: z.object({ _id: Id, title: z.string() }),
    seller: Party,
    buyer: Party,
    product: z.object({ _id: Id, name: z.string() }).nullable(),
    message: z.string(),
    state: MatchingState,
    heldUntil: Instant.nullable(),
    meeting: Meeting.nullable(),
    picks: z.array(Time),
  })
  .meta({ id: 'MatchingLine' })
export type MatchingLine = z.infer<typeof MatchingLine>

const Event = z.object({
  _id: Id,
  createdAt: Instant,
  action: z.string(),
  side: z.enum(['buyer', 'seller', 'operator', 'system']),
  actedFor: Side.nullable().describe('Company on whose behalf the operator acted'),
  fromState: MatchingState.nullable(),
  toState: MatchingState,
  reason: z.string(),
  times: z.array(z.object({ startAt: Instant, endAt: Instant, way: Way })),
})

const detail = {
  agreed: z.string(),
  events: z.array(Event),
  changeUntil: Instant.nullable().describe('Deadline for moving or cancelling the meeting'),
}

/** A matching as one of its companies sees it; `side` is the side of that company. */
export const Matching = z
  .object({
    ...MatchingLine.shape,
    ...detail,
    agreements: z.array(Agreement),
    tasks: z.array(Task),
    side: Side,
    turn: Side.nullable(),
    contact: z
      .object({ name: z.string(), email: z.string(), phone: z.string() })
      .nullable()
      .describe('Contact of the other company'),
    rating: Rating.nullable().describe('Rating by the caller’s company'),
  })
  .meta({ id: 'Matching' })
export type Matching = z.infer<typeof Matching>

/** A matching in the list of the caller's company. */
const OwnLine = z
  .object({
    ...MatchingLine.shape,
    side: Side,
    turn: Side.nullable(),
    unrated: z.boolean().describe('True if the meeting has begun and the caller’s company can still rate it'),
  })
  .meta({ id: 'OwnMatchingLine' })

export const ConsoleMatching = z
  .object({
    ...MatchingLine.shape,
    agreed: z.string(),
    events: z.array(Event),
    ratings: z.array(Rating.extend({ side: Side })),
  })
  .meta({ id: 'ConsoleMatching' })
export type ConsoleMatching = z.infer<typeof ConsoleMatching>

const path = '/api/v1/me/matchings'
const consolePath = '/api/console/matchings'
const answer = z.object({ matching: Matching })
const consoleAnswer = z.object({ matching: ConsoleMatching })

/** Routes of a matching, from the request to the meeting and its follow-up. */
export const matchings = {
  ...availability,
  ...calendarFeed,
  ...documents,
  ...requestRoutes(answer, consoleAnswer),
  ...bookingRoutes(answer, Matching),
  ...followUpRoutes(answer, consoleAnswer),

  mine: route({
    method: 'GET',
    path,
    access: 'member',
    owned: true,
    summary: 'List the matchings of the caller’s company, latest change first.',
    query: z.strictObject({
      ...listQuery(['updatedAt', 'createdAt', 'startsAt']),
      fair: Id.optional(),
      state: MatchingState.optional(),
    }),
    answer: page('matchings', OwnLine),
  }),
  open: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Return one of the caller’s matchings with the contact of the other company and its history.',
    params: ById,
    answer,
  }),

  list: route({
    method: 'GET',
    path: consolePath,
    access: 'console:fairs',
    summary: 'List the matchings of all fairs.',
    query: z.strictObject({
      ...listQuery(['updatedAt', 'createdAt', 'startsAt']),
      fair: Id.optional(),
      state: MatchingState.optional(),
    }),
    answer: page('matchings', MatchingLine),
  }),
  get: route({
    method: 'GET',
    path: `${consolePath}/{id}`,
    access: 'console:fairs',
    summary: 'Return a matching with its history and ratings.',
    params: ById,
    answer: consoleAnswer,
  }),
  ofFair: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/matchings',
    access: 'console:fairs',
    summary: 'List the matchings of a fair.',
    params: ById,
    query: z.strictObject({ ...listQuery(['updatedAt', 'createdAt', 'startsAt']), state: MatchingState.optional() }),
    answer: page('matchings', MatchingLine),
  }),
  ...behalfRoutes(consoleAnswer),
  moveFor: route({
    method: 'POST',
    path: `${consolePath}/{id}/move`,
    access: 'console:fairs',
    summary: 'Move a meeting to another slot or place, under the rules of a confirmation.',
    params: ById,
    body: z.strictObject({
      slot: Id,
      place: z.number().int().min(1).max(500).nullable().default(null).describe('null: the first free place'),
      reason: Reason,
    }),
    answer: consoleAnswer,
    status: 200,
  }),
}
