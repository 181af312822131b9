import type { ListResource } from '#console/kit/list/state/use-list.ts'
import type { Mark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Message, type MessageLine, messages } from '../contract.ts'

export const client = clientOf(messages)

/** The product writes messages and never changes them, so the resource has only a list. */
export const resource: ListResource<MessageLine, never, 'state', 'createdAt'> = {
  path: messages.list.path,
  access: messages.list.access,
  async list(query, options) {
    const { messages: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

type State = Message['state']

export const stateLabels: Record<State, () => string> = {
  waiting: m.messages_state_waiting,
  held: m.messages_state_held,
  sent: m.messages_state_sent,
  failed: m.messages_state_failed,
  withdrawn: m.messages_state_withdrawn,
}

export const stateMarks: Record<State, Mark> = {
  waiting: 'scheduled',
  held: 'draft',
  sent: 'answered',
  failed: 'wrong',
  withdrawn: 'ended',
}

export const canResend = ({ state }: Pick<Message, 'state'>): boolean => state === 'held' || state === 'failed'
