import { z } from 'zod'
import { ById, Id, recordFields, route } from '#kit/contract.ts'
import { maxAgreementLength } from '../rules.ts'

/** A line of the agreements made in a meeting. */
export const Agreement = z
  .object({
    ...recordFields,
    text: z.string(),
    before: z.string().nullable().describe('Text before the last revision'),
    version: z.number().int(),
    writtenBy: z.enum(['buyer', 'seller']),
    checked: z
      .object({ seller: z.boolean(), buyer: z.boolean() })
      .describe('A line that both sides have checked is the joint record'),
  })
  .meta({ id: 'MatchingAgreement' })

const path = '/api/v1/me/matchings/{id}/agreements'
const AgreementParams = z.strictObject({ id: Id, agreement: Id })
const Text = z.string().trim().min(1).max(maxAgreementLength)
const Version = z.number().int().min(1).describe('Version that was read; refused if the line has been revised since')

/** Routes of the agreement lines, open from ten minutes before a meeting starts. `answer`: schema of the matching. */
export const agreementRoutes = <A extends z.ZodObject>(answer: A) => ({
  agree: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Add a line to the agreements of a meeting. It counts as checked by the caller’s side.',
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
    summary: 'Revise a line that not both sides have checked. This removes the other side’s check.',
    params: AgreementParams,
    body: z.strictObject({ text: Text, version: Version }),
    answer,
  }),
  check: route({
    method: 'POST',
    path: `${path}/{agreement}/check`,
    access: 'member',
    owned: true,
    summary: 'Check a line of the other side. With both checks it is the joint record and final.',
    params: AgreementParams,
    body: z.strictObject({ version: Version }),
    answer,
    status: 200,
  }),
  unagree: route({
    method: 'DELETE',
    path: `${path}/{agreement}`,
    access: 'member',
    owned: true,
    summary: 'Delete a line of the caller’s side that the other side has not checked.',
    params: AgreementParams,
    answer,
  }),
})
