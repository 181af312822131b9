import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Consignor } from '../contract.ts'
import { formatPercent, resource } from './resource.tsx'

const nameOf = ({ name }: Consignor) => name

export default function ConsignorList() {
  return (
    <ListScreen
      resource={resource}
      title={m.consignors_title()}
      name={nameOf}
      to={({ _id }) => `/console/auction/consignors/${_id}`}
      columns={[
        nameColumn(nameOf),
        { key: 'phone', title: m.consignors_phone(), width: 144, drop: 1, value: ({ phone }) => phone },
        {
          key: 'commission',
          title: m.consignors_commission(),
          width: 112,
          align: 'right',
          value: ({ commission }) => formatPercent(commission),
        },
        { key: 'works', title: m.consignors_works(), width: 96, align: 'right', value: ({ works }) => works },
        {
          key: 'account',
          title: m.consignors_account(),
          width: 240,
          drop: 2,
          value: ({ account }) => account && `${account.bank} ${account.number}`,
        },
        updatedColumn(),
      ]}
      actions={deleteAction(resource, nameOf)}
      search={m.consignors_search()}
      create={{ label: m.consignors_create(), to: '/console/auction/consignors/create' }}
      empty={{ title: m.consignors_empty_title(), text: m.consignors_empty_text() }}
    />
  )
}
