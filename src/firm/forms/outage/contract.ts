import { z } from 'zod'
import { ById, Instant, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { FormRequest, forms } from '../contract.ts'

/** Reasons why an acknowledged request could not be stored after an outage. */
export const undeliverableReasons = ['key_reused', 'unknown_file', 'unknown_form', 'unexpected'] as const
export type UndeliverableReason = (typeof undeliverableReasons)[number]

/**
 * Acknowledged request that could not be stored. `sender` is null if the entry is unreadable; it can then only be
 * discarded.
 */
export const UndeliverableForm = z
  .object({
    ...recordFields,
    reason: z.enum(undeliverableReasons),
    /** Time at which the sender got the acknowledgement. */
    receivedAt: Instant,
    sender: z
      .object({
        name: z.string(),
        phone: z.string(),
        email: z.string().nullable(),
        answers: FormRequest.shape.answers,
        message: z.string(),
      })
      .nullable(),
    /** `isThere`: the file still exists and is stored with the request. */
    files: z.array(z.object({ name: z.string(), bytes: z.number().int(), isThere: z.boolean() })),
  })
  .meta({ id: 'KeptForm' })
export type UndeliverableForm = z.infer<typeof UndeliverableForm>

const keptList = '/api/console/kept-forms'

const { access } = forms.list

export const undeliverable = {
  kept: route({
    method: 'GET',
    path: keptList,
    access,
    summary: 'List requests that were acknowledged during a database outage and could not be stored. Views are logged.',
    query: z.strictObject(listQuery(['createdAt'])),
    answer: page('kept', UndeliverableForm),
  }),
  fileKept: route({
    method: 'POST',
    path: `${keptList}/{id}/file`,
    access,
    summary: 'Store an undeliverable request under a new key, with the files that still exist.',
    params: ById,
    answer: one('form', FormRequest),
    status: 201,
    idempotent: true,
  }),
  discardKept: route({
    method: 'DELETE',
    path: `${keptList}/{id}`,
    access,
    summary: 'Discard an undeliverable request with its files.',
    params: ById,
    status: 204,
  }),
}
