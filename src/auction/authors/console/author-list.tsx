import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import { languagesColumn, nameColumn, updatedColumn, visibleColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Author } from '../contract.ts'
import { resource } from './resource.tsx'

const nameOf = ({ name }: Author) => name.ko

export default function AuthorList() {
  return (
    <ListScreen
      resource={resource}
      title={m.authors_title()}
      name={nameOf}
      to={({ _id }) => `/console/auction/authors/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        nameColumn(nameOf),
        languagesColumn(({ name }: Author) => name),
        {
          key: 'born',
          title: m.authors_born(),
          width: 80,
          sort: 'born',
          align: 'right',
          value: ({ born }) => (born === null ? null : String(born)),
          exportValue: ({ born }) => born,
        },
        { key: 'key', title: m.authors_key(), width: 160, drop: 1, sort: 'key', value: ({ key }) => key },
        visibleColumn(nameOf, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, nameOf)]}
      search={m.authors_search()}
      create={{ label: m.authors_create(), to: '/console/auction/authors/create' }}
      empty={{ title: m.authors_empty_title(), text: m.authors_empty_text() }}
    />
  )
}
