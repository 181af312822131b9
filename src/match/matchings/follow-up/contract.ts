import { z } from 'zod'
import { ById, route } from '#kit/contract.ts'
import { matchingAction } from '../contract-action.ts'
import { maxAgreedLength, maxReasonLength } from '../rules.ts'
import { agreementRoutes } from './contract-agreements.ts'
import { taskRoutes } from './contract-tasks.ts'

const Reason = z.string().trim().min(1).max(maxReasonLength)

/** Rating of a meeting by one of its companies, 1 to 5 each. */
export const Rating = z.strictObject({
  fit: z.number().int().min(1).max(5),
  preparation: z.number().int().min(1).max(5),
  outcome: z.number().int().min(1).max(5),
  line: z.string().trim().max(500).default(''),
})

/**
 * Routes after a meeting. `answer`: schema of the matching for its companies; `consoleAnswer`: for staff.
 */
export const followUpRoutes = <A extends z.ZodObject, C extends z.ZodObject>(answer: A, consoleAnswer: C) => {
  const action = matchingAction(answer)
  return {
    ...agreementRoutes(answer),
    ...taskRoutes(answer),
    rate: action(
      'rating',
      'Rate a held meeting and store what was agreed.',
      z.strictObject({ ...Rating.shape, agreed: z.string().trim().max(maxAgreedLength).optional() }),
    ),
    noShow: action('no-show', 'Report a no-show of the other company.', z.strictObject({ reason: Reason })),
    decideNoShow: route({
      method: 'POST',
      path: '/api/console/matchings/{id}/no-show',
      access: 'console:fairs',
      summary: 'Decide a no-show report: the meeting was held, or it was a no-show. Both sides are notified.',
      params: ById,
      body: z.strictObject({ outcome: z.enum(['held', 'no_show']), reason: Reason }),
      answer: consoleAnswer,
      status: 200,
    }),
  }
}
