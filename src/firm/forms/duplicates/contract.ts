import { z } from 'zod'
import { ById, Id, Instant, one, route } from '#kit/contract.ts'
import { FormRequest, forms } from '../contract.ts'

const { access, path: list } = forms.list
const single = one('form', FormRequest)

export const duplicates = {
  merge: route({
    method: 'POST',
    path: `${list}/{id}/merge`,
    access,
    summary: 'Merge a duplicate into this request: the duplicate is closed and shown here.',
    params: ById,
    body: z.strictObject({ other: Id, updatedAt: Instant.optional() }),
    answer: single,
    status: 200,
    idempotent: true,
  }),
  separate: route({
    method: 'POST',
    path: `${list}/{id}/separate`,
    access,
    summary: 'Undo a merge and restore the other request.',
    params: ById,
    body: z.strictObject({ other: Id }),
    answer: single,
    status: 200,
    idempotent: true,
  }),
}
