import { z } from 'zod'
import { ById, Id, recordFields, route } from '#kit/contract.ts'
import { maxAgreementLength } from '../rules.ts'

const Side = z.enum(['buyer', 'seller'])

/** A follow-up task of a meeting. */
export const Task = z
  .object({
    ...recordFields,
    text: z.string(),
    owner: Side.describe('Side responsible for the task'),
    due: z.iso.date(),
    writtenBy: Side,
    done: z.boolean(),
  })
  .meta({ id: 'MatchingTask' })

const path = '/api/v1/me/matchings/{id}/tasks'
const TaskParams = z.strictObject({ id: Id, task: Id })

/** Routes of the follow-up tasks, open from ten minutes before a meeting starts. `answer`: schema of the matching. */
export const taskRoutes = <A extends z.ZodObject>(answer: A) => ({
  addTask: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Add a follow-up task for one of the two companies with a due date.',
    params: ById,
    body: z.strictObject({
      text: z.string().trim().min(1).max(maxAgreementLength),
      owner: Side,
      due: z.iso
        .date()
        // Excludes years that PostgreSQL does not accept.
        .regex(/^20/, { error: 'date' })
        .describe('Between the day of the meeting and two years after it'),
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
    summary: 'Mark a task as done or not done. Only its owner may.',
    params: TaskParams,
    body: z.strictObject({ done: z.boolean() }),
    answer,
  }),
  dropTask: route({
    method: 'DELETE',
    path: `${path}/{task}`,
    access: 'member',
    owned: true,
    summary: 'Delete an open task that the caller’s side wrote.',
    params: TaskParams,
    answer,
  }),
})
