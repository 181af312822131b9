import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import { redirectName, resource, statusOptions, statusWord } from './resource.tsx'

const origin = (automatic: boolean): string => (automatic ? m.redirects_origin_automatic() : m.redirects_origin_hand())

export default function RedirectList() {
  return (
    <ListScreen
      resource={resource}
      title={m.redirects_title()}
      name={redirectName}
      to={({ _id }) => `/console/redirects/${_id}`}
      columns={[
        nameColumn(redirectName, m.redirects_from()),
        { key: 'toPath', title: m.redirects_to(), width: 280, value: ({ toPath }) => toPath ?? '' },
        { key: 'status', title: m.redirects_status(), width: 128, value: ({ status }) => statusWord(status) },
        {
          key: 'automatic',
          title: m.redirects_origin(),
          width: 128,
          drop: 2,
          value: ({ automatic }) => origin(automatic),
        },
        updatedColumn(),
      ]}
      filters={[
        { name: 'status', title: m.redirects_status(), options: statusOptions() },
        {
          name: 'automatic',
          title: m.redirects_origin(),
          options: [
            { value: 'true', label: origin(true) },
            { value: 'false', label: origin(false) },
          ],
        },
      ]}
      acts={deleteAction(resource, redirectName)}
      search={m.redirects_search()}
      create={{ label: m.redirects_create(), to: '/console/redirects/create' }}
      empty={{ title: m.redirects_empty_title(), text: m.redirects_empty_text() }}
    />
  )
}
