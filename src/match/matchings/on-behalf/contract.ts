import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { PickSlot, Picks } from '../booking/contract.ts'
import { maxMessageLength, maxPicks, maxReasonLength } from '../rules.ts'

const access = 'console:fairs'
const ofMatching = '/api/console/matchings/{id}'
const reason = z.string().trim().min(1).max(maxReasonLength)
/** The act is refused if the matching has changed since `updatedAt`. */
const seen = { reason, updatedAt: Instant }

/**
 * Routes of the operator's acts on behalf of a company, which is notified with the reason. `answer`: schema of the
 * matching.
 */
export const behalfRoutes = <A extends z.ZodObject>(answer: A) => ({
  requestFor: route({
    method: 'POST',
    path: '/api/console/fairs/{id}/matchings',
    access,
    summary: 'Request a meeting on behalf of a buyer.',
    params: ById,
    body: z.strictObject({
      seller: Id,
      buyer: Id,
      product: Id.nullable().default(null),
      message: z.string().trim().max(maxMessageLength).default(''),
      reason,
    }),
    answer,
    status: 201,
    idempotent: true,
  }),
  slotsFor: route({
    method: 'GET',
    path: `${ofMatching}/schedules`,
    access,
    summary: 'Return the grid on which the seller of a matching picks, and why a slot cannot be picked.',
    params: ById,
    answer: z.object({ slots: z.array(PickSlot), holdHours: z.number().int() }),
  }),
  offerFor: route({
    method: 'POST',
    path: `${ofMatching}/schedules`,
    access,
    summary: `Accept a request on behalf of its seller with up to ${maxPicks} of the buyer’s times.`,
    params: ById,
    body: z.strictObject({ slots: Picks, ...seen }),
    answer,
    status: 200,
  }),
  confirmFor: route({
    method: 'PUT',
    path: `${ofMatching}/schedules`,
    access,
    summary: 'Confirm one of the offered times on behalf of the buyer.',
    params: ById,
    body: z.strictObject({ slot: Id, ...seen }),
    answer,
  }),
  declineFor: route({
    method: 'POST',
    path: `${ofMatching}/decline`,
    access,
    summary: 'Decline a request on behalf of its seller.',
    params: ById,
    body: z.strictObject(seen),
    answer,
    status: 200,
  }),
  withdrawFor: route({
    method: 'POST',
    path: `${ofMatching}/withdraw`,
    access,
    summary: 'Withdraw a request on behalf of its buyer.',
    params: ById,
    body: z.strictObject(seen),
    answer,
    status: 200,
  }),
})
