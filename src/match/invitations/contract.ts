import { z } from 'zod'
import { ById, Id, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { maxInvitationLength } from './rules.ts'

fieldMessages({
  invitation_once: m.invitations_field_once,
  invitation_limit: m.invitations_field_limit,
  invitation_matching: m.invitations_field_matching,
  invitation_phase: m.invitations_field_phase,
})

const Party = z.object({ _id: Id, name: z.string() })

/** Invitation as seen by one of its companies; `side` is the viewer's. */
export const Invitation = z
  .object({
    ...recordFields,
    side: z.enum(['seller', 'buyer']),
    fair: z.object({ _id: Id, title: z.string() }),
    seller: Party,
    buyer: Party,
    message: z.string(),
    state: z.enum(['open', 'asked', 'withdrawn']),
  })
  .meta({ id: 'MatchInvitation' })
export type Invitation = z.infer<typeof Invitation>

const path = '/api/v1/me/invitations'

/** Routes for sellers who invite buyers of their fair to request a meeting. */
export const invitations = {
  invitations: route({
    method: 'GET',
    path,
    access: 'member',
    owned: true,
    summary: 'What the own company was invited to and can answer, and whom it invited, the newest first.',
    query: z.strictObject({ fair: Id.optional(), buyer: Id.optional() }),
    answer: z.object({ invitations: z.array(Invitation) }),
  }),
  invite: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Invite a buyer of a fair to ask the own company for a meeting: once in a fair.',
    body: z.strictObject({
      fair: Id,
      buyer: Id,
      message: z.string().trim().max(maxInvitationLength).default(''),
    }),
    answer: z.object({ invitation: Invitation }),
    status: 201,
    idempotent: true,
    perMinute: 20,
  }),
  dropInvitation: route({
    method: 'DELETE',
    path: `${path}/{id}`,
    access: 'member',
    owned: true,
    summary: 'Take an invitation back as its seller, or turn it down as its buyer: the other company is not told.',
    params: ById,
    status: 204,
  }),
}
