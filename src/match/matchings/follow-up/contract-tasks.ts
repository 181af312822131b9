import { z } from 'zod'
import { ById, Id, recordFields, route } from '#kit/contract.ts'
import { longestAgreement } from '../rules.ts'

const Side = z.enum(['buyer', 'seller'])

/** A follow-up task of a meeting. */
export const Task = z
  .object({
    ...recordFields,
    text: z.string(),
    owner: Side.describe('Whose company does it'),
    due: z.iso.date(),
    writtenBy: Side,
    done: z.boolean(),
  })
  .meta({ id: 'MatchingTask' })

const path = '/api/v1/me/matchings/{id}/tasks'
const OneOf = z.strictObject({ id: Id, task: Id })

/** Routes of the follow-up tasks, open from ten minutes before a meeting starts. `answer`: schema of the matching. */
export const taskRoutes = <A extends z.ZodObject>(answer: A) => ({
  addTask: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Write what is to be done after a meeting, by which of the two companies and until when.',
    params: ById,
    body: z.strictObject({
      text: z.string().trim().min(1).max(longestAgreement),
      owner: Side,
      due: z.iso
        .date()
        // Excludes years that PostgreSQL does not accept.
        .regex(/^20/, { error: 'date' })
        .describe('From the day of the meeting to two years after it'),
    }),
    answer,
    status: 201,
    idempotent: true,
  }),
  doTask: route({
    method: 'PUT',
    path: `${path}/{task}/done`,
    access: 'member',
    owned: true,
    summary: 'Say that it is done, or that it is not: only the company whose task it is.',
    params: OneOf,
    body: z.strictObject({ done: z.boolean() }),
    answer,
  }),
  dropTask: route({
    method: 'DELETE',
    path: `${path}/{task}`,
    access: 'member',
    owned: true,
    summary: 'Remove a task that the own side wrote and that is not done.',
    params: OneOf,
    answer,
  }),
})
