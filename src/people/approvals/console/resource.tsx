import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Approval, approvals } from '../contract.ts'
import type { ApprovalState } from '../rules.ts'

export const client = clientOf(approvals)

export const resource: ListResource<Approval, never, 'state' | 'mine', 'createdAt'> = {
  path: approvals.list.path,
  access: approvals.list.access,
  async list(query, options) {
    const { approvals: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const stateLabels: Record<ApprovalState, () => string> = {
  asked: m.approvals_state_asked,
  approved: m.approvals_state_approved,
  done: m.approvals_state_done,
  refused: m.approvals_state_refused,
  withdrawn: m.approvals_state_withdrawn,
  expired: m.approvals_state_expired,
}

export const stateMarks: Record<ApprovalState, Mark> = {
  asked: 'new',
  approved: 'scheduled',
  done: 'answered',
  refused: 'closed',
  withdrawn: 'closed',
  expired: 'ended',
}
