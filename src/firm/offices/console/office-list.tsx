import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  positionColumn,
  updatedColumn,
  visibleColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { OfficeLine } from '../contract.ts'
import { getOfficeName, resource } from './office-resource.tsx'

export default function OfficeList() {
  return (
    <ListScreen
      resource={resource}
      title={m.offices_title()}
      name={getOfficeName}
      to={({ _id }) => `/console/offices/${_id}`}
      picture={({ picture }) => picture}
      order="position"
      columns={[
        nameColumn(getOfficeName, m.offices_name()),
        languagesColumn(({ title }: OfficeLine) => title),
        {
          key: 'address',
          title: m.offices_address(),
          width: 300,
          drop: 2,
          value: ({ address, floor }) => `${address.ko} ${floor.ko}`,
        },
        { key: 'phone', title: m.offices_phone(), width: 124, drop: 3, value: ({ phone }) => phone },
        visibleColumn(getOfficeName, (visible) => ({ visible })),
        positionColumn(getOfficeName, (position) => ({ position })),
        updatedColumn(),
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getOfficeName)]}
      search={m.offices_search()}
      create={{ label: m.offices_create(), to: '/console/offices/create' }}
      empty={{ title: m.offices_empty_title(), text: m.offices_empty_text() }}
    />
  )
}
