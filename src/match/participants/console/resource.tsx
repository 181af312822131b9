import type { Listed } from '#console/kit/list/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type ParticipationLine, type ParticipationState, participants, type Role } from '../contract.ts'

export const client = clientOf(participants)

/** Participations are made by companies: a list, and the decision on one. */
export const resource: Listed<ParticipationLine, never, 'role' | 'state', 'createdAt' | 'updatedAt'> = {
  path: participants.list.path,
  access: participants.list.access,
  async list(query, options) {
    const { participations: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const stateWords: Record<ParticipationState, () => string> = {
  submitted: m.participants_state_submitted,
  asked: m.participants_state_asked,
  approved: m.participants_state_approved,
  refused: m.participants_state_refused,
  withdrawn: m.participants_state_withdrawn,
}
export const stateMarks: Record<ParticipationState, Mark> = {
  submitted: 'new',
  asked: 'assigned',
  approved: 'published',
  refused: 'wrong',
  withdrawn: 'ended',
}
export const roleWords: Record<Role, () => string> = { seller: m.participants_seller, buyer: m.participants_buyer }
