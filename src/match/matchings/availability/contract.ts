import { z } from 'zod'
import { Id, Instant, listQuery, page, route } from '#kit/contract.ts'
import { Role, Way } from '#match/participants/contract.ts'

const paging = listQuery(['startsAt'])

const span = { startAt: Instant, endAt: Instant }
export const slotFields = { _id: Id, ...span }

/** A slot of the grid on which a buyer draws free times. */
const GridSlot = z.object({
  ...slotFields,
  way: Way.nullable().describe('Meeting mode that the buyer chose; null: not a free time'),
  held: z.boolean().describe('Part of an offer: cannot be removed'),
  past: z.boolean().describe('Starts too soon to be offered'),
  meeting: z.object({ matching: Id, company: z.string() }).nullable(),
})

/** Fields that the grids of buyers and sellers share. */
export const scheduleFields = {
  fair: z.object({ _id: Id, title: z.string(), slotMinutes: z.number().int(), phase: z.string() }),
  timeZone: z.string().describe('Time zone of the caller’s company'),
  breaks: z.array(z.object({ ...span, title: z.string() })).describe('Breaks of the fair, which contain no slots'),
}

export const DrawnTimes = z.array(z.strictObject({ slot: Id, way: Way })).max(1000)

/** Version of the draft that the writer has seen; 0 if nothing was drawn or saved yet. */
export const DrawnVersion = z.number().int().min(0)

/** The buyer's grid, with the times at which sellers are busy, so that the buyer sees which times are useful. */
export const BuyerSchedule = z.object({
  ...scheduleFields,
  updatedAt: Instant.nullable(),
  buyerType: Way,
  version: DrawnVersion.describe('Increases with each change of the draft or the saved times'),
  draft: z
    .object({ times: z.array(z.object({ slot: Id, way: Way })), savedAt: Instant })
    .nullable()
    .describe('Unsaved draft of any device'),
  slots: z.array(GridSlot),
  sellers: z
    .array(
      z.object({
        _id: Id,
        name: z.string(),
        busy: z.array(z.number().int()).describe('Indexes in `slots` at which the seller is in a meeting'),
      }),
    )
    .describe('Sellers of the fair in the buyer’s fields of interest'),
})

/** A fair in which the caller's company takes part, with its times there. */
const OwnSchedule = z
  .object({
    fair: z.object({ _id: Id, title: z.string(), phase: z.string(), startsAt: Instant, endsAt: Instant }),
    role: Role,
    timeZone: z.string().describe('Time zone of the caller’s company'),
    freeTimes: z.number().int().describe('Saved free times; 0 as a seller'),
    meetings: z.number().int().describe('Confirmed meetings'),
    nextAt: Instant.nullable().describe('Start of the next confirmed meeting'),
  })
  .meta({ id: 'OwnSchedule' })

/** Routes of a buyer's free times. */
export const availability = {
  schedulesOfFairs: route({
    method: 'GET',
    path: '/api/v1/me/schedules',
    access: 'member',
    owned: true,
    summary: 'List the fairs in which the caller’s company takes part, with its free times and meetings, latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit }),
    answer: page('schedules', OwnSchedule),
  }),
  schedule: route({
    method: 'GET',
    path: '/api/v1/me/schedules/{fair}',
    access: 'member',
    owned: true,
    summary:
      'Return the grid of a fair with the free times and meetings of the caller’s company as a buyer, and the busy times of fitting sellers.',
    params: z.strictObject({ fair: Id }),
    answer: BuyerSchedule,
  }),
  setTimes: route({
    method: 'PUT',
    path: '/api/v1/me/schedules/{fair}',
    access: 'member',
    owned: true,
    summary:
      'Replace the free times of the caller’s company as a buyer. Times of a meeting or an offer must be included.',
    params: z.strictObject({ fair: Id }),
    body: z.strictObject({
      times: DrawnTimes,
      version: DrawnVersion.optional().describe('If given, refuses to overwrite a later draft or save'),
    }),
    answer: BuyerSchedule,
  }),
  draftTimes: route({
    method: 'PUT',
    path: '/api/v1/me/schedules/{fair}/draft',
    access: 'member',
    owned: true,
    summary: 'Store a buyer’s unsaved draft; null if it equals the saved times.',
    params: z.strictObject({ fair: Id }),
    body: z.strictObject({ times: DrawnTimes.nullable(), version: DrawnVersion }),
    answer: z.object({ version: DrawnVersion, savedAt: Instant }),
    perMinute: 120,
  }),
}
