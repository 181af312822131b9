import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { ReturnReason, ReturnState } from '../rules.ts'

/** Fields that returns and exchanges share. */
interface Claim<State extends string> {
  _id: string
  createdAt: string
  state: State
  buyer: string
  reason: ReturnReason
  text: string
}

export const stateLabels: Record<ReturnState, () => string> = {
  asked: m.returns_state_asked,
  collected: m.returns_state_collected,
  refunded: m.returns_state_refunded,
  refused: m.returns_state_refused,
  withdrawn: m.returns_state_withdrawn,
}

export const stateMarks: Record<ReturnState, Mark> = {
  asked: 'new',
  collected: 'assigned',
  refunded: 'closed',
  refused: 'wrong',
  withdrawn: 'hidden',
}
export const reasonLabels: Record<ReturnReason, () => string> = {
  fault: m.returns_reason_fault,
  wrong: m.returns_reason_wrong,
  mind: m.returns_reason_mind,
}

/** Formats won with thousands separators and a minus sign. */
export const formatWon = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('ko-KR')}`

/** Column, filter and refusal parts of the lists of returns and exchanges. */
export const createClaimColumns = <State extends string, R extends Claim<State>>(
  states: readonly State[],
  words: Record<State, () => string>,
  marks: Record<State, Mark>,
) => ({
  state: {
    key: 'state',
    title: m.list_column_state(),
    width: 104,
    value: ({ state }: R) => words[state](),
    cell: ({ state }: R) => <StateMark mark={marks[state]}>{words[state]()}</StateMark>,
  },
  buyer: { key: 'buyer', title: m.returns_buyer(), width: 104, value: ({ buyer }: R) => buyer },
  reason: {
    key: 'reason',
    title: m.returns_reason(),
    width: 128,
    value: ({ reason }: R) => reasonLabels[reason](),
  },
  text: { key: 'text', title: m.returns_text(), width: 200, drop: 2, value: ({ text }: R) => text || null },
  createdAt: {
    key: 'createdAt',
    title: m.returns_asked_at(),
    width: 120,
    sort: 'createdAt' as const,
    value: ({ createdAt }: R) => shortInstant(createdAt),
  },
  filter: {
    name: 'state' as const,
    title: m.list_column_state(),
    options: states.map((value) => ({ value, label: words[value](), mark: marks[value] })),
  },
})

interface Refusal<R> {
  title: string
  label: string
  nameOf: (record: R) => string
  refuse: (id: string, reason: string) => Promise<unknown>
  said: (count: { count: number }) => string
}

/** Bulk action that refuses with one reason, which each customer sees. */
export const createRefuseAction = <R extends { _id: string }>({ title, label, nameOf, refuse, said }: Refusal<R>) => ({
  key: 'refuse',
  label,
  icon: 'close' as const,
  harm: true,
  run: async (records: R[]) => {
    const reason = await askReason({ title, text: records.map(nameOf).join(', '), label, harm: true })
    if (reason === null) return { done: 0, failed: [] }
    return actOnEach<R>(({ _id }) => refuse(_id, reason))(records)
  },
  doneText: (count: number) => said({ count }),
})
