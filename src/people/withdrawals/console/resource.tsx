import type { ListResource } from '#console/kit/list/state/use-list.ts'
import { type Mark, StateMark } from '#console/kit/parts/state-mark.tsx'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { clientOf } from '#session/session.ts'
import { type Withdrawal, withdrawn } from '../contract-withdrawn.ts'
import type { Basis, Reason } from '../rules.ts'

export const client = clientOf(withdrawn)

export const resource: ListResource<Withdrawal, never, 'reason' | 'kind' | 'held' | 'left', 'createdAt'> = {
  path: withdrawn.list.path,
  access: withdrawn.list.access,
  async list(query, options) {
    const { withdrawals: records, ...paging } = await client.list({ query }, options)
    return { ...paging, records }
  },
}

export const reasonLabels: Record<Reason, () => string> = {
  unsaid: m.withdrawals_reason_unsaid,
  unused: m.withdrawals_reason_unused,
  hard: m.withdrawals_reason_hard,
  privacy: m.withdrawals_reason_privacy,
  mail: m.withdrawals_reason_mail,
  other: m.withdrawals_reason_other,
}

export const basisLabels: Record<Basis, () => string> = {
  contract: m.withdrawals_basis_contract,
  complaint: m.withdrawals_basis_complaint,
  login: m.withdrawals_basis_login,
}

export const kindLabels = { PERSON: m.withdrawals_person, COMPANY: m.withdrawals_company } as const

const getState = ({ held }: Pick<Withdrawal, 'held'>): [Mark, string] =>
  held.length > 0 ? ['scheduled', m.withdrawals_held()] : ['answered', m.withdrawals_gone()]

export const getStateText = (withdrawal: Pick<Withdrawal, 'held'>): string => getState(withdrawal)[1]

/** Shows whether a law still requires records. */
export function WithdrawalState({ withdrawal }: { withdrawal: Pick<Withdrawal, 'held'> }) {
  const [mark, words] = getState(withdrawal)
  return <StateMark mark={mark}>{words}</StateMark>
}

export const getHoldText = ({ held }: Pick<Withdrawal, 'held'>): string =>
  held.map(({ basis, records }) => m.withdrawals_held_of({ basis: basisLabels[basis](), count: records })).join(', ')

/** Returns the last day of retention. */
export const getHoldEnd = ({ held }: Pick<Withdrawal, 'held'>): string | null =>
  held.length > 0
    ? formatSeoulDay(
        held
          .map(({ until }) => until)
          .sort()
          .at(-1) ?? '',
      )
    : null
