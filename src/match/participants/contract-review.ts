import { z } from 'zod'
import { ById, Id, Instant, Locale, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { Introduction, ParticipationState, ProfileRef, Role } from './contract.ts'
import { checkKinds, decisions, historyActs, maxNoteLength, maxRemarkLength } from './rules.ts'

export const Decision = z.enum(decisions)
export type Decision = z.infer<typeof Decision>
const Programme = z.enum(['award', 'rookie'])

/** Participation in the staff list. */
export const ParticipationLine = z
  .object({
    ...recordFields,
    fair: z.object({ _id: Id, title: z.string() }),
    profile: ProfileRef,
    state: ParticipationState,
    category: z.string(),
    note: z.string(),
    reason: z.string(),
    decidedAt: Instant.nullable(),
    decidedBy: z.string().nullable().describe('Name of the staff member who decided'),
    refusedBefore: z.number().int().describe('Number of other participations of the company that were refused'),
  })
  .meta({ id: 'ParticipationLine' })
export type ParticipationLine = z.infer<typeof ParticipationLine>

/** Result of an automatic check; `good` counts in favor of the company. */
const Check = z.object({ kind: z.enum(checkKinds), good: z.boolean(), count: z.number().int() })
export type Check = z.infer<typeof Check>

const HistoryLine = z.object({
  at: Instant,
  act: z.enum(historyActs),
  actor: z.string().nullable().describe('Name of the staff member; null for the company itself'),
  text: z.string(),
})
export type HistoryLine = z.infer<typeof HistoryLine>

/** Participation with everything staff need to decide. */
export const Participation = z
  .object({
    ...ParticipationLine.shape,
    introduction: Introduction,
    businessNumber: z.string(),
    locale: Locale.describe('Language of mails to the company'),
    requestLimit: z.number().int(),
    programmes: z.array(
      z.object({ programme: Programme, year: z.number().int(), product: z.string(), company: z.string() }),
    ),
    products: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        programme: Programme,
        year: z.number().int(),
        visible: z.boolean(),
        picture: Picture.nullable(),
      }),
    ),
    otherFairs: z.array(z.object({ title: z.string(), state: ParticipationState })),
    checks: z.array(Check),
    history: z.array(HistoryLine),
  })
  .meta({ id: 'Participation' })
export type Participation = z.infer<typeof Participation>

/** Current state of a participation, sent in the 409 answer to a late decision. */
export const DecidedState = z.object({
  state: ParticipationState,
  reason: z.string(),
  decidedAt: Instant.nullable(),
  decidedBy: z.string().nullable(),
})
export type DecidedState = z.infer<typeof DecidedState>

const path = '/api/console/participations'
const deciding = { state: Decision, reason: z.string().trim().max(maxNoteLength).default('') }

/** Routes for reviewing companies that apply to a fair. */
export const reviews = {
  list: route({
    method: 'GET',
    path,
    access: 'console:fairs',
    summary: 'Lists the participations of companies in fairs.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'updatedAt']),
      fair: Id.optional(),
      role: Role.optional(),
      state: ParticipationState.optional(),
    }),
    answer: page('participations', ParticipationLine),
  }),
  get: route({
    method: 'GET',
    path: `${path}/{id}`,
    access: 'console:fairs',
    summary: 'Returns a participation with everything needed to decide on it. The access is logged.',
    params: ById,
    answer: z.object({ participation: Participation }),
  }),
  decideOne: route({
    method: 'POST',
    path: `${path}/{id}/decide`,
    access: 'console:fairs',
    summary:
      'Decides on a participation and notifies the company. Returns 409 with the decision in `current` if another staff member decided meanwhile.',
    params: ById,
    body: z.strictObject({ ...deciding, updatedAt: Instant }),
    answer: z.object({ participation: ParticipationLine }),
    status: 200,
  }),
  decide: route({
    method: 'POST',
    path: `${path}/decide`,
    access: 'console:fairs',
    summary:
      'Approves, asks for more or refuses, one or many, and notifies the companies. A reason is required unless approving.',
    body: z.strictObject({
      ids: z.array(Id).min(1).max(100),
      seen: z
        .array(z.strictObject({ _id: Id, updatedAt: Instant }))
        .max(100)
        .default([])
        .describe('Versions the user saw; participations changed since are skipped'),
      ...deciding,
    }),
    answer: z.object({
      decided: z.array(Id),
      passed: z.array(Id).describe('Skipped participations, decided by another staff member meanwhile'),
    }),
    status: 200,
  }),
  remark: route({
    method: 'POST',
    path: `${path}/{id}/remarks`,
    access: 'console:fairs',
    summary: 'Adds a staff remark, hidden from the company.',
    params: ById,
    body: z.strictObject({ text: z.string().trim().min(1).max(maxRemarkLength) }),
    answer: z.object({ history: z.array(HistoryLine) }),
    status: 201,
  }),
}
