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
import { formatFileSize } from '#ui/format/format-file-size.ts'
import type { AuctionFile } from '../contract.ts'
import { resource } from './resource.tsx'

const nameOf = ({ title }: AuctionFile) => title.ko

export default function CatalogueList() {
  return (
    <ListScreen
      resource={resource}
      title={m.catalogues_title()}
      name={nameOf}
      to={({ _id }) => `/console/auction/files/${_id}`}
      columns={[
        nameColumn(nameOf),
        languagesColumn(({ title }: AuctionFile) => title),
        { key: 'file', title: m.catalogues_file(), width: 200, drop: 1, value: ({ file }) => file.name },
        {
          key: 'bytes',
          title: m.catalogues_size(),
          width: 88,
          align: 'right',
          value: ({ file }) => formatFileSize(file.bytes),
        },
        positionColumn(nameOf, (position) => ({ position }), 10_000),
        visibleColumn(nameOf, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, nameOf)]}
      search={m.catalogues_search()}
      create={{ label: m.catalogues_create(), to: '/console/auction/files/create' }}
      empty={{ title: m.catalogues_empty_title(), text: m.catalogues_empty_text() }}
    />
  )
}
