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
    summary: 'Lists invitations that the company received and can answer, and those it sent, newest first.',
    query: z.strictObject({ fair: Id.optional(), buyer: Id.optional() }),
    answer: z.object({ invitations: z.array(Invitation) }),
  }),
  invite: route({
    method: 'POST',
    path,
    access: 'member',
    owned: true,
    summary: 'Invites a buyer of a fair to request a meeting with the company, once per fair.',
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
    summary: 'Withdraws an invitation as its seller, or declines it as its buyer. The other company is not notified.',
    params: ById,
    status: 204,
  }),
}
