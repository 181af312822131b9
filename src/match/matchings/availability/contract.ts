import { z } from 'zod'
import { Id, Instant, route } from '#kit/contract.ts'
import { Way } from '#match/participants/contract.ts'

const span = { startAt: Instant, endAt: Instant }
export const slotFields = { _id: Id, ...span }

/** A slot of the grid on which a buyer draws free times. */
const GridSlot = z.object({
  ...slotFields,
  way: Way.nullable().describe('As the buyer gave it; null: not given'),
  held: z.boolean().describe('Offered in a matching: cannot be taken back'),
  past: z.boolean().describe('Begins too soon to be offered any more'),
  meeting: z.object({ matching: Id, company: z.string() }).nullable(),
})

/** Fields that the grids of buyers and sellers share. */
export const scheduleFields = {
  fair: z.object({ _id: Id, title: z.string(), slotMinutes: z.number().int(), phase: z.string() }),
  timeZone: z.string().describe('Of the own company'),
  breaks: z.array(z.object({ ...span, title: z.string() })).describe('Of the fair; no slot lies in them'),
}

export const DrawnTimes = z.array(z.strictObject({ slot: Id, way: Way })).max(1000)

/** Version of the draft that the writer has seen; 0 if nothing was drawn or saved yet. */
export const DrawnVersion = z.number().int().min(0)

/** The buyer's grid, with the times at which sellers are busy, so that the buyer sees which times are useful. */
export const BuyerSchedule = z.object({
  ...scheduleFields,
  updatedAt: Instant.nullable(),
  buyerType: Way,
  version: DrawnVersion.describe('Grows with each change of what is drawn or saved'),
  draft: z
    .object({ times: z.array(z.object({ slot: Id, way: Way })), savedAt: Instant })
    .nullable()
    .describe('Drawn on some device, and not saved'),
  slots: z.array(GridSlot),
  sellers: z
    .array(
      z.object({
        _id: Id,
        name: z.string(),
        busy: z.array(z.number().int()).describe('Positions in `slots` at which it is in a meeting'),
      }),
    )
    .describe('Sellers of the fair in a field that the buyer is interested in'),
})

/** Routes of a buyer's free times. */
export const availability = {
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
}
