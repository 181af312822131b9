import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Withdrawal } from '../contract-withdrawn.ts'
import { reasons } from '../rules.ts'
import {
  getHoldEnd,
  getHoldText,
  getStateText,
  kindLabels,
  reasonLabels,
  resource,
  WithdrawalState,
} from './resource.tsx'
import { WithdrawalFigures } from './withdrawal-figures.tsx'

const getName = ({ number }: Withdrawal): string => number

export default function WithdrawalList() {
  const { entry: _entry, ...withdrawnColumn } = createdColumn<Withdrawal>()
  return (
    <ListScreen
      resource={resource}
      title={m.withdrawals_title()}
      name={getName}
      to={({ _id }) => `/console/users/withdrawals/${_id}`}
      countText={(count) => m.withdrawals_counted({ count: count.toLocaleString() })}
      figures={<WithdrawalFigures />}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: getStateText,
          cell: (withdrawal) => <WithdrawalState withdrawal={withdrawal} />,
        },
        nameColumn(getName, m.withdrawals_member()),
        { key: 'kind', title: m.withdrawals_kind(), width: 72, drop: 2, value: ({ kind }) => kindLabels[kind]() },
        { ...withdrawnColumn, title: m.withdrawals_left(), optional: false },
        { key: 'reason', title: m.withdrawals_reason(), width: 168, value: ({ reason }) => reasonLabels[reason]() },
        { key: 'held', title: m.withdrawals_what(), width: 232, drop: 3, value: (item) => getHoldText(item) || null },
        { key: 'until', title: m.withdrawals_until(), width: 120, align: 'right', value: getHoldEnd },
        {
          key: 'opened',
          title: m.withdrawals_opened(),
          width: 112,
          drop: 1,
          value: ({ opened: { times, by } }) =>
            times > 0 ? m.withdrawals_opened_by({ count: times, name: by ?? '' }) : null,
        },
      ]}
      filters={[
        {
          name: 'reason',
          title: m.withdrawals_reason(),
          options: reasons.map((value) => ({ value, label: reasonLabels[value]() })),
        },
        {
          name: 'kind',
          title: m.withdrawals_kind(),
          options: (['PERSON', 'COMPANY'] as const).map((value) => ({ value, label: kindLabels[value]() })),
        },
        { name: 'left', title: m.withdrawals_left(), options: [], isPeriod: true },
      ]}
      views={[
        { key: 'held', title: m.withdrawals_held(), filters: { held: 'true' } },
        { key: 'gone', title: m.withdrawals_gone(), filters: { held: 'false' } },
      ]}
      search={m.withdrawals_search()}
      empty={{ title: m.withdrawals_empty_title(), text: m.withdrawals_empty_text() }}
    />
  )
}
