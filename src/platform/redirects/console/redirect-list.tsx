import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import { getRedirectName, getStatusLabel, listStatusOptions, resource } from './resource.tsx'

const getOriginLabel = (automatic: boolean): string =>
  automatic ? m.redirects_origin_automatic() : m.redirects_origin_hand()

export default function RedirectList() {
  return (
    <ListScreen
      resource={resource}
      title={m.redirects_title()}
      name={getRedirectName}
      to={({ _id }) => `/console/redirects/${_id}`}
      columns={[
        nameColumn(getRedirectName, m.redirects_from()),
        { key: 'toPath', title: m.redirects_to(), width: 280, value: ({ toPath }) => toPath ?? '' },
        { key: 'status', title: m.redirects_status(), width: 128, value: ({ status }) => getStatusLabel(status) },
        {
          key: 'automatic',
          title: m.redirects_origin(),
          width: 128,
          drop: 2,
          value: ({ automatic }) => getOriginLabel(automatic),
        },
        updatedColumn(),
      ]}
      filters={[
        { name: 'status', title: m.redirects_status(), options: listStatusOptions() },
        {
          name: 'automatic',
          title: m.redirects_origin(),
          options: [
            { value: 'true', label: getOriginLabel(true) },
            { value: 'false', label: getOriginLabel(false) },
          ],
        },
      ]}
      actions={deleteAction(resource, getRedirectName)}
      search={m.redirects_search()}
      create={{ label: m.redirects_create(), to: '/console/redirects/create' }}
      empty={{ title: m.redirects_empty_title(), text: m.redirects_empty_text() }}
    />
  )
}
