import { z } from 'zod'
import { ById, Id, Instant, listQuery, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { approvalStates } from './rules.ts'

fieldMessages({
  approval_note: m.approvals_field_note,
})

const Person = z.object({ _id: Id, name: z.string() })

/** An action that one staff member requested and another one approves or refuses. */
export const Approval = z
  .object({
    ...recordFields,
    /** Section whose permission the action requires. */
    section: z.string(),
    /** The record concerned, in the language of the request; null if it no longer exists. */
    subject: z.object({ title: z.string(), to: z.string() }).nullable(),
    /** Reason given with the request; empty if none is required. */
    reason: z.string(),
    state: z.enum(approvalStates),
    /** Deadline for the decision or, once approved, for the action; null in all other states. */
    until: Instant.nullable(),
    asked: Person,
    decided: Person.nullable(),
    decidedAt: Instant.nullable(),
    /** Reason for the refusal. */
    note: z.string(),
    /** Whether the caller made the request, and whether the caller may decide it. */
    isMine: z.boolean(),
    mayDecide: z.boolean(),
  })
  .meta({ id: 'Approval' })
export type Approval = z.infer<typeof Approval>

const access = 'console:approvals'
const path = '/api/console/approvals'
const answer = z.object({ approval: Approval })

export const approvals = {
  list: route({
    method: 'GET',
    path,
    access,
    summary: 'Approval requests that the caller may decide or made, pending and decided.',
    query: z.strictObject({
      ...listQuery(['createdAt']),
      state: z.enum(approvalStates).optional(),
      mine: z.stringbool().optional(),
    }),
    answer: page('approvals', Approval),
  }),
  get: route({
    method: 'GET',
    path: `${path}/{id}`,
    access,
    summary: 'One approval request.',
    params: ById,
    answer,
  }),
  approve: route({
    method: 'POST',
    path: `${path}/{id}/approve`,
    access,
    summary:
      'Approve a request of a colleague. The action runs immediately and can be refused as usual; an action that the requester must run themselves is allowed once within a day.',
    params: ById,
    answer,
    status: 200,
  }),
  refuse: route({
    method: 'POST',
    path: `${path}/{id}/refuse`,
    access,
    summary: 'Refuse a request of a colleague, with a reason.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().min(1, { error: 'approval_note' }).max(300) }),
    answer,
    status: 200,
  }),
  takeBack: route({
    method: 'POST',
    path: `${path}/{id}/take-back`,
    access,
    summary: 'Withdraw one of the caller’s requests.',
    params: ById,
    answer,
    status: 200,
  }),
}
