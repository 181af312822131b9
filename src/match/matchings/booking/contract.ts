import { z } from 'zod'
import { ById, Id, route } from '#kit/contract.ts'
import { Way } from '#match/participants/contract.ts'
import { scheduleFields, slotFields } from '../availability/contract.ts'
import { maxPicks } from '../rules.ts'

/** The slots that a seller offers. */
export const Picks = z
  .array(Id)
  .min(1)
  .max(maxPicks, { error: 'matching_picks' })
  .refine((slots) => new Set(slots).size === slots.length, { error: 'matching_picks' })

/** A slot of the grid on which a seller picks the times to offer. */
export const PickSlot = z.object({
  ...slotFields,
  way: Way.nullable().describe('Meeting mode that the buyer chose; null: not a free time'),
  refusal: z
    .enum(['not_given', 'past', 'own_meeting', 'their_meeting', 'no_place'])
    .nullable()
    .describe('Reason why the slot cannot be picked'),
  waiting: z.number().int().describe('Number of other matchings of the buyer in which the slot is offered'),
  picked: z.boolean(),
  company: z.string().nullable().describe('Company that the seller meets in the slot'),
  place: z.number().int().nullable().describe('Table or room that a meeting would get if confirmed now'),
  places: z.number().int().describe('Number of free tables or rooms in the slot'),
})

/** The seller's grid for one matching. */
const pickSchedule = <M extends z.ZodObject>(Matching: M) =>
  z.object({ ...scheduleFields, holdHours: z.number().int(), matching: Matching, slots: z.array(PickSlot) })

/** A slot of the buyer's day, shown when the buyer chooses among the offered times. */
const ChoiceSlot = z.object({
  ...slotFields,
  offered: Way.nullable().describe('Meeting mode in which this matching offers the slot; null: not offered'),
  meeting: z.string().nullable().describe('Company that the buyer meets in the slot'),
  meetingPlace: z.number().int().nullable().describe('Table of that meeting; null if online'),
  other: z.string().nullable().describe('Another seller that offers the slot to the buyer'),
  waiting: z.number().int().describe('Number of other matchings of the seller in which the slot is offered'),
  place: z.number().int().nullable().describe('Table or room that the meeting would get if confirmed now'),
})

/** The offered times, shown within the buyer's days. */
const Choices = z.object({ timeZone: z.string(), slots: z.array(ChoiceSlot) })

const path = '/api/v1/me/matchings'

/**
 * Routes of offering and confirming times. `answer` is the answer with the matching, `Matching` its schema; they are
 * passed in, because contract.ts imports this file.
 */
export const bookingRoutes = <A extends z.ZodObject, M extends z.ZodObject>(answer: A, Matching: M) => ({
  schedules: route({
    method: 'GET',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    summary: 'Return the grid on which the seller picks: the buyer’s free times, and why a slot cannot be picked.',
    params: ById,
    answer: pickSchedule(Matching),
  }),
  offer: route({
    method: 'POST',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: `Accept a request by offering up to ${maxPicks} of the buyer’s times, which are held for the hold period of the fair.`,
    params: ById,
    body: z.strictObject({ slots: Picks }),
    answer,
    status: 200,
    idempotent: true,
  }),
  choices: route({
    method: 'GET',
    path: `${path}/{id}/choices`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: 'Return the offered times within the buyer’s days, with the number of other matchings that wait for each.',
    params: ById,
    answer: Choices,
  }),
  confirm: route({
    method: 'PUT',
    path: `${path}/{id}/schedules`,
    access: 'member',
    owned: true,
    ofOneSide: true,
    summary: 'Confirm one of the offered times, which creates the meeting.',
    params: ById,
    body: z.strictObject({ slot: Id }),
    answer,
  }),
})
