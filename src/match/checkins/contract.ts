import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { Country, Role, Way } from '#match/participants/contract.ts'
import { checkInResults, maxArrivals } from './rules.ts'

const Day = z.iso.date().describe('A day in Seoul')
const Code = z.string().regex(/^[0-9A-F]{10}$/, { error: 'characters' })

const Arrival = z.object({ day: Day, at: Instant })

/** Badge as stored on a check-in device, also for offline use. */
export const Badge = z
  .object({
    _id: Id,
    code: Code,
    company: z.string(),
    name: z.string(),
    country: Country,
    role: Role,
    arrivals: z.array(Arrival),
    meetings: z.array(z.object({ startAt: Instant, company: z.string(), way: Way, place: z.number().int() })),
  })
  .meta({ id: 'FairBadge' })
export type Badge = z.infer<typeof Badge>

/** Data of a fair for a check-in device. */
export const CheckInData = z
  .object({
    fair: z.object({ _id: Id, title: z.string() }),
    /** Days on which badges of the fair are valid. */
    days: z.array(Day),
    badges: z.array(Badge),
  })
  .meta({ id: 'FairDoor' })
export type CheckInData = z.infer<typeof CheckInData>

const CheckInOutcome = z
  .object({
    code: Code,
    at: Instant,
    result: z.enum(checkInResults),
    /** First check-in of that day. */
    since: Instant.nullable(),
  })
  .meta({ id: 'CheckinOutcome' })

const access = 'console:fairs'
const path = '/api/console/fairs/{id}/checkins'

/** Routes of fair check-in. Each badge is checked in once a day. */
export const checkins = {
  door: route({
    method: 'GET',
    path,
    access,
    summary:
      'Returns the badges of a fair with their check-ins, for offline use at the entrance. The access is logged.',
    params: ById,
    answer: z.object({ door: CheckInData }),
  }),
  arrive: route({
    method: 'POST',
    path,
    access,
    summary: 'Records check-ins with their time. The earliest time of a badge on a day counts.',
    params: ById,
    body: z.strictObject({
      arrivals: z
        .array(z.strictObject({ code: Code, at: Instant }))
        .min(1)
        .max(maxArrivals),
    }),
    answer: z.object({ outcomes: z.array(CheckInOutcome) }),
    status: 200,
  }),
  undo: route({
    method: 'POST',
    path: `${path}/undo`,
    access,
    summary: 'Undoes the check-in of a badge on a day.',
    params: ById,
    body: z.strictObject({ code: Code, day: Day }),
    answer: z.object({ removed: z.boolean() }),
    status: 200,
  }),
}
