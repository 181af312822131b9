import { z } from 'zod'
import { Id, Instant } from '#kit/contract.ts'
import { Way } from '#match/participants/contract.ts'
import { mostPicks } from '../rules.ts'

const span = { startAt: Instant, endAt: Instant }
const slot = { _id: Id, ...span }

/** A slot of the grid on which a buyer draws free times. */
const GridSlot = z.object({
  ...slot,
  way: Way.nullable().describe('As the buyer gave it; null: not given'),
  held: z.boolean().describe('Offered in a matching: cannot be taken back'),
  past: z.boolean().describe('Begins too soon to be offered any more'),
  meeting: z.object({ matching: Id, company: z.string() }).nullable(),
})

const schedule = {
  fair: z.object({ _id: Id, title: z.string(), slotMinutes: z.number().int(), phase: z.string() }),
  timeZone: z.string().describe('Of the own company'),
  breaks: z.array(z.object({ ...span, title: z.string() })).describe('Of the fair; no slot lies in them'),
}

export const DrawnTimes = z.array(z.strictObject({ slot: Id, way: Way })).max(1000)

/** Version of the draft that the writer has seen; 0 if nothing was drawn or saved yet. */
export const DrawnVersion = z.number().int().min(0)

/** The buyer's grid, with the times at which sellers are busy, so that the buyer sees which times are useful. */
export const BuyerSchedule = z.object({
  ...schedule,
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

/** The slots that a seller offers. */
export const Picks = z
  .array(Id)
  .min(1)
  .max(mostPicks, { error: 'matching_picks' })
  .refine((slots) => new Set(slots).size === slots.length, { error: 'matching_picks' })

/** A slot of the grid on which a seller picks the times to offer. */
export const PickSlot = z.object({
  ...slot,
  way: Way.nullable().describe('As the buyer gave it; null: not given'),
  refusal: z
    .enum(['not_given', 'past', 'own_meeting', 'their_meeting', 'no_place'])
    .nullable()
    .describe('Why it cannot be picked'),
  waiting: z.number().int().describe('Other matchings of the buyer in which it is offered'),
  picked: z.boolean(),
  company: z.string().nullable().describe('Whom the seller meets then'),
  place: z.number().int().nullable().describe('Table or room that a meeting would get if it were confirmed now'),
  places: z.number().int().describe('Tables or rooms that are free then'),
})

/**
 * The seller's grid for one matching. The schema of the matching is passed in, because contract.ts imports this file.
 */
export const pickSchedule = <M extends z.ZodObject>(Matching: M) =>
  z.object({ ...schedule, holdHours: z.number().int(), matching: Matching, slots: z.array(PickSlot) })

/** A slot of the buyer's day, shown when the buyer chooses among the offered times. */
const ChoiceSlot = z.object({
  ...slot,
  offered: Way.nullable().describe('In this matching'),
  meeting: z.string().nullable().describe('Whom the buyer meets then'),
  meetingPlace: z.number().int().nullable().describe('Table of that meeting; null online'),
  other: z.string().nullable().describe('Who else offers this time to the buyer'),
  waiting: z.number().int().describe('Other matchings of the seller in which it is offered'),
  place: z.number().int().nullable().describe('Table or room that the meeting would get now'),
})

/** The offered times, shown within the buyer's days. */
export const Choices = z.object({ timeZone: z.string(), slots: z.array(ChoiceSlot) })
