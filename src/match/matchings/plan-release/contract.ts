import { z } from 'zod'
import { ById, route } from '#kit/contract.ts'

const access = 'console:fairs'
const ofFair = '/api/console/fairs/{id}'
const Counts = z.object({ meetings: z.number().int(), companies: z.number().int() })

/** Routes of holding and releasing the plan of a fair. */
export const planRelease = {
  hold: route({
    method: 'POST',
    path: `${ofFair}/hold`,
    access,
    summary: 'Hold the plan: changes of meetings stay unreleased until it is released.',
    params: ById,
    answer: z.object({ unreleased: Counts }),
    status: 200,
  }),
  release: route({
    method: 'POST',
    path: `${ofFair}/release`,
    access,
    summary: 'Release the plan: the companies see their meetings, and each is notified once.',
    params: ById,
    answer: z.object({ told: Counts }),
    status: 200,
  }),
}
