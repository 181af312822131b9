import { z } from 'zod'
import { ById, Id, recordFields, route } from '#kit/contract.ts'
import { longestAgreement } from '../rules.ts'

/** A line of the agreements made in a meeting. */
export const Agreement = z
  .object({
    ...recordFields,
    text: z.string(),
    before: z.string().nullable().describe('Its text before it was revised'),
    version: z.number().int(),
    writtenBy: z.enum(['buyer', 'seller']),
    checked: z.object({ seller: z.boolean(), buyer: z.boolean() }).describe('It is the record of both once both did'),
  })
  .meta({ id: 'MatchingAgreement' })

const path = '/api/v1/me/matchings/{id}/agreements'
const OneOf = z.strictObject({ id: Id, agreement: Id })
const Text = z.string().trim().min(1).max(longestAgreement)
const Version = z.number().int().min(1).describe('The one that was read: a text that was revised since is not checked')

/** Routes of the agreement lines, open from ten minutes before a meeting starts. `answer`: schema of the matching. */
export const agreementRoutes = <A extends z.ZodObject>(answer: A) => ({
  agree: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Write what was agreed in a meeting; the own side has checked it thereby.',
    params: ById,
    body: z.strictObject({ text: Text }),
    answer,
    status: 201,
    idempotent: true,
  }),
  revise: route({
    method: 'PUT',
    path: `${path}/{agreement}`,
    access: 'member',
    owned: true,
    summary: 'Write it otherwise, as long as not both have checked it: the check of the other side goes.',
    params: OneOf,
    body: z.strictObject({ text: Text, version: Version }),
    answer,
  }),
  check: route({
    method: 'POST',
    path: `${path}/{agreement}/check`,
    access: 'member',
    owned: true,
    summary: 'Check what the other side wrote: with both checks it is the record of both and stays as it is.',
    params: OneOf,
    body: z.strictObject({ version: Version }),
    answer,
    status: 200,
  }),
  unagree: route({
    method: 'DELETE',
    path: `${path}/{agreement}`,
    access: 'member',
    owned: true,
    summary: 'Remove what the own side wrote and the other has not checked.',
    params: OneOf,
    answer,
  }),
})
