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
    summary: 'Merge a repeated request into this one: it is closed and read here.',
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
    summary: 'Undo a merge: the other request is again as it was.',
    params: ById,
    body: z.strictObject({ other: Id }),
    answer: single,
    status: 200,
    idempotent: true,
  }),
}
