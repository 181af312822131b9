import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { Country, Way } from '#match/participants/contract.ts'
import { m } from '#messages/messages.js'
import { PaperAddress } from '#platform/papers/contract.ts'
import { BuyerSchedule, Choices, DrawnTimes, DrawnVersion, Picks, pickSchedule } from './booking/contract.ts'
import { OwnBadge } from './documents/contract.ts'
import { Agreement, agreementRoutes } from './follow-up/contract-agreements.ts'
import { Task, taskRoutes } from './follow-up/contract-tasks.ts'
import { behalfRoutes } from './on-behalf/contract.ts'
import { fairPapers, longestAgreed, longestMessage, longestReason, matchingStates, mostPicks } from './rules.ts'

export type { FairPaper } from './rules.ts'
export { board, type DisplacedPreview, type FairNoticeCount } from './schedule-board/contract.ts'

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
const Reason = z.string().trim().min(1).max(longestReason)

/** A company in a matching. */
const Party = z.object({ _id: Id, name: z.string(), country: Country, timeZone: z.string() })

export const Time = z.object({ slot: Id, startAt: Instant, endAt: Instant, way: Way })

const Meeting = Time.extend({ place: z.number().int().describe('Number of the table, or of the room online') })

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
  actedFor: Side.nullable().describe('The company for which the operator did it'),
  fromState: MatchingState.nullable(),
  toState: MatchingState,
  reason: z.string(),
  times: z.array(z.object({ startAt: Instant, endAt: Instant, way: Way })),
})

const Rating = z.strictObject({
  fit: z.number().int().min(1).max(5),
  preparation: z.number().int().min(1).max(5),
  outcome: z.number().int().min(1).max(5),
  line: z.string().trim().max(500).default(''),
})

const detail = {
  agreed: z.string(),
  events: z.array(Event),
  changeUntil: Instant.nullable().describe('Until when the meeting can be moved or cancelled'),
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
      .describe('Of the other company'),
    rating: Rating.nullable().describe('The own one'),
  })
  .meta({ id: 'Matching' })
export type Matching = z.infer<typeof Matching>

/** A matching in the list of the caller's company. */
const OwnLine = z
  .object({
    ...MatchingLine.shape,
    side: Side,
    turn: Side.nullable(),
    unrated: z.boolean().describe('The meeting has begun, and the own company can rate it and has not'),
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
const desk = '/api/console/matchings'
const one = z.object({ matching: Matching })

const act = <const Path extends string, const Body extends z.ZodObject>(tail: Path, summary: string, body: Body) =>
  route({
    method: 'POST',
    path: `${path}/{id}/${tail}`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary,
    params: ById,
    body,
    answer: one,
    status: 200,
    idempotent: true,
  })

/** Routes of a matching, from the request to the meeting and its follow-up. */
export const matchings = {
  schedule: route({
    method: 'GET',
    path: '/api/v1/me/schedules/{fair}',
    access: 'member',
    owned: true,
    summary:
      'The grid of a fair with the times that the own company gave as a buyer, its meetings, and when the sellers that fit it are free.',
    params: z.strictObject({ fair: Id }),
    answer: BuyerSchedule,
  }),
  setTimes: route({
    method: 'PUT',
    path: '/api/v1/me/schedules/{fair}',
    access: 'member',
    owned: true,
    summary:
      'Give the times in which the own company can meet as a buyer. Times of a meeting or an offer have to stay.',
    params: z.strictObject({ fair: Id }),
    body: z.strictObject({
      times: DrawnTimes,
      version: DrawnVersion.optional().describe('Refuses to save over what was drawn or saved since'),
    }),
    answer: BuyerSchedule,
  }),
  draftTimes: route({
    method: 'PUT',
    path: '/api/v1/me/schedules/{fair}/draft',
    access: 'member',
    owned: true,
    summary: 'Keep what a buyer has drawn and not saved; null where nothing differs from what is saved.',
    params: z.strictObject({ fair: Id }),
    body: z.strictObject({ times: DrawnTimes.nullable(), version: DrawnVersion }),
    answer: z.object({ version: DrawnVersion, savedAt: Instant }),
    perMinute: 120,
  }),

  calendar: route({
    method: 'GET',
    path: '/api/v1/me/calendar',
    access: 'member',
    owned: true,
    summary: 'The address at which calendars follow the own confirmed meetings; null until one is made.',
    answer: z.object({ calendar: z.object({ address: z.string().nullable() }) }),
  }),
  renewCalendar: route({
    method: 'POST',
    path: '/api/v1/me/calendar',
    access: 'member',
    owned: true,
    summary: 'Make a new address of the own calendar; the one before it is closed.',
    answer: z.object({ calendar: z.object({ address: z.string().nullable() }) }),
    status: 200,
    perMinute: 20,
  }),
  closeCalendar: route({
    method: 'DELETE',
    path: '/api/v1/me/calendar',
    access: 'member',
    owned: true,
    summary: 'Close the address of the own calendar, without a new one.',
    status: 204,
  }),

  mine: route({
    method: 'GET',
    path,
    access: 'member',
    owned: true,
    summary: 'Matchings of the own company, the latest change first.',
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
    summary: 'One of the own matchings, with the contact of the other company and its history.',
    params: ById,
    answer: one,
  }),
  badge: route({
    method: 'GET',
    path: `${path}/{id}/badge`,
    access: 'member',
    owned: true,
    summary: 'The own badge for the door of the fair, of a confirmed meeting in person.',
    params: ById,
    answer: z.object({ badge: OwnBadge }),
  }),
  request: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Ask a seller for a meeting.',
    body: z.strictObject({
      fair: Id,
      seller: Id,
      product: Id.nullable().default(null),
      message: z.string().trim().max(longestMessage).default(''),
    }),
    answer: one,
    status: 201,
    idempotent: true,
    perMinute: 60,
  }),
  edit: route({
    method: 'PUT',
    path: `${path}/{id}`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: 'Change the message or the product of a request that the seller has not answered.',
    params: ById,
    body: z.strictObject({
      product: Id.nullable().optional(),
      message: z.string().trim().max(longestMessage).optional(),
      updatedAt: Instant.optional(),
    }),
    answer: one,
    // Each edit mails the seller.
    perMinute: 20,
  }),
  schedules: route({
    method: 'GET',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    summary: 'The grid as the seller picks on it: what the buyer gave, and why a time cannot be picked.',
    params: ById,
    answer: pickSchedule(Matching),
  }),
  offer: route({
    method: 'POST',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: `Accept a request with up to ${mostPicks} of the buyer's times, which are held for a while.`,
    params: ById,
    body: z.strictObject({ slots: Picks }),
    answer: one,
    status: 200,
    idempotent: true,
  }),
  choices: route({
    method: 'GET',
    path: `${path}/{id}/choices`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: 'The offered times among what the buyer has on those days, with how many others wait for each.',
    params: ById,
    answer: Choices,
  }),
  confirm: route({
    method: 'PUT',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: 'Confirm one of the offered times: the meeting stands.',
    params: ById,
    body: z.strictObject({ slot: Id }),
    answer: one,
  }),
  decline: act(
    'decline',
    'Decline a request as the seller, or the times that were offered as the buyer.',
    z.strictObject({ reason: z.string().trim().max(longestReason).default('') }),
  ),
  cancel: act(
    'cancel',
    'Withdraw a request, or cancel a meeting, which needs a reason.',
    z.strictObject({ reason: z.string().trim().max(longestReason).default('') }),
  ),
  move: act(
    'move',
    'Ask for another time of a meeting, with a reason: its time is given back and the seller picks anew.',
    z.strictObject({ reason: Reason }),
  ),
  rate: act(
    'rating',
    'Rate a meeting that was held, and write what was agreed.',
    z.strictObject({ ...Rating.shape, agreed: z.string().trim().max(longestAgreed).optional() }),
  ),
  ...agreementRoutes(one),
  ...taskRoutes(one),
  noShow: act('no-show', 'Report that the other company did not come.', z.strictObject({ reason: Reason })),

  list: route({
    method: 'GET',
    path: desk,
    access: 'console:fairs',
    summary: 'Matchings of all fairs.',
    query: z.strictObject({
      ...listQuery(['updatedAt', 'createdAt', 'startsAt']),
      fair: Id.optional(),
      state: MatchingState.optional(),
    }),
    answer: page('matchings', MatchingLine),
  }),
  get: route({
    method: 'GET',
    path: `${desk}/{id}`,
    access: 'console:fairs',
    summary: 'One matching with its history and ratings.',
    params: ById,
    answer: z.object({ matching: ConsoleMatching }),
  }),
  ofFair: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/matchings',
    access: 'console:fairs',
    summary: 'Matchings of one fair.',
    params: ById,
    query: z.strictObject({ ...listQuery(['updatedAt', 'createdAt', 'startsAt']), state: MatchingState.optional() }),
    answer: page('matchings', MatchingLine),
  }),
  ...behalfRoutes(z.object({ matching: ConsoleMatching })),
  moveFor: route({
    method: 'POST',
    path: `${desk}/{id}/move`,
    access: 'console:fairs',
    summary: 'Move a meeting to another slot or place; the rules of a confirmation hold.',
    params: ById,
    body: z.strictObject({
      slot: Id,
      place: z.number().int().min(1).max(500).nullable().default(null).describe('null: the first that is free'),
      reason: Reason,
    }),
    answer: z.object({ matching: ConsoleMatching }),
    status: 200,
  }),
  cancelFor: route({
    method: 'POST',
    path: `${desk}/{id}/cancel`,
    access: 'console:fairs',
    summary: 'Cancel a matching as the operator, with a reason.',
    params: ById,
    body: z.strictObject({ reason: Reason }),
    answer: z.object({ matching: ConsoleMatching }),
    status: 200,
  }),
  decideNoShow: route({
    method: 'POST',
    path: `${desk}/{id}/no-show`,
    access: 'console:fairs',
    summary: 'Decide on a report of a no-show: the meeting was held, or somebody did not come. Both sides are told.',
    params: ById,
    body: z.strictObject({ outcome: z.enum(['held', 'no_show']), reason: Reason }),
    answer: z.object({ matching: ConsoleMatching }),
    status: 200,
  }),
  excel: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/excel',
    access: 'console:fairs',
    summary: 'A signed address of an Excel workbook with all matchings of a fair; who took it is in the log.',
    params: ById,
    answer: z.object({ url: z.string() }),
  }),
  workbook: route({
    method: 'POST',
    path: '/api/console/fairs/{id}/workbook',
    access: 'console:fairs',
    summary: 'A signed address of an Excel workbook with everything of a fair; who took it and why is in the log.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(4, { error: 'reason' }).max(300) }),
    answer: z.object({ url: z.string() }),
    status: 200,
    perMinute: 10,
  }),
  paper: route({
    method: 'GET',
    path: '/api/console/fairs/{id}/papers/{kind}',
    access: 'console:fairs',
    summary: 'Address of the badges or of the table plan of a fair as PDF; who took it is noted.',
    params: z.strictObject({ id: Id, kind: z.enum(fairPapers) }),
    answer: PaperAddress,
  }),
}
