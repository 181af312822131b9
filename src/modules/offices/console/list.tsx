import { removal, showAndHide } from '#console/list/common-acts.ts'
import {
  languagesColumn,
  nameColumn,
  positionColumn,
  updatedColumn,
  visibleColumn,
} from '#console/list/common-columns.tsx'
import { ListScreen } from '#console/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Office } from '../contract.ts'
import { type OfficeShape, officeName, resource } from './resource.tsx'

export default function OfficeList() {
  return (
    <ListScreen
      resource={resource}
      title={m.shell_place_offices()}
      name={officeName}
      to={({ _id }) => `/console/offices/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        positionColumn<Office, OfficeShape>(officeName, (position) => ({ position })),
        nameColumn(officeName),
        languagesColumn(({ title }: Office) => title),
        { key: 'phone', title: m.offices_phone(), width: 132, drop: 2, value: ({ phone }) => phone },
        {
          key: 'address',
          title: m.offices_address(),
          width: 300,
          drop: 1,
          value: ({ address, floor }) => `${address.ko} ${floor.ko}`,
        },
        visibleColumn<Office, OfficeShape>(officeName, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      order="position"
      acts={[...showAndHide(resource, (visible) => ({ visible })), ...removal(resource, officeName)]}
      search={m.offices_search()}
      create={{ label: m.offices_create(), to: '/console/offices/create' }}
      empty={{ title: m.offices_empty_title(), text: m.offices_empty_text() }}
    />
  )
}
