import { z } from 'zod'
import { ById, Id, Instant, route } from '#kit/contract.ts'
import { matchingAction } from '../contract-action.ts'
import { maxMessageLength, maxReasonLength } from '../rules.ts'

const path = '/api/v1/me/matchings'
const Reason = z.string().trim().max(maxReasonLength)

/**
 * Routes of requests and of cancelling a matching. `answer`: schema of the matching for its companies; `consoleAnswer`:
 * for staff.
 */
export const requestRoutes = <A extends z.ZodObject, C extends z.ZodObject>(answer: A, consoleAnswer: C) => {
  const action = matchingAction(answer)
  return {
    request: route({
      method: 'POST',
      path,
      access: 'member',
      owned: true,
      summary: 'Request a meeting with a seller.',
      body: z.strictObject({
        fair: Id,
        seller: Id,
        product: Id.nullable().default(null),
        message: z.string().trim().max(maxMessageLength).default(''),
      }),
      answer,
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
        message: z.string().trim().max(maxMessageLength).optional(),
        updatedAt: Instant.optional(),
      }),
      answer,
      // Each edit mails the seller.
      perMinute: 20,
    }),
    decline: action(
      'decline',
      'Decline a request as the seller, or the offered times as the buyer.',
      z.strictObject({ reason: Reason.default('') }),
    ),
    cancel: action(
      'cancel',
      'Withdraw a request, or cancel a meeting, which requires a reason.',
      z.strictObject({ reason: Reason.default('') }),
    ),
    move: action(
      'move',
      'Ask for another time of a meeting: its time is released and the seller offers new times.',
      z.strictObject({ reason: Reason.min(1) }),
    ),
    cancelFor: route({
      method: 'POST',
      path: '/api/console/matchings/{id}/cancel',
      access: 'console:fairs',
      summary: 'Cancel a matching as the operator.',
      params: ById,
      body: z.strictObject({ reason: Reason.min(1) }),
      answer: consoleAnswer,
      status: 200,
    }),
  }
}
