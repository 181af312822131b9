import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  periodColumn,
  positionColumn,
  timedStateColumn,
  updatedColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { timedOptions } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import type { Popup } from '../contract.ts'
import { formatPaths, skinLabels } from './popup-labels.tsx'
import { getPopupName, resource } from './popup-resource.tsx'
import { ViewSwitch } from './view-switch.tsx'

export function PopupList() {
  return (
    <ListScreen
      resource={resource}
      title={m.popups_title()}
      name={getPopupName}
      to={({ _id }) => `/console/popups/${_id}`}
      head={<ViewSwitch />}
      picture={({ picture }) => picture}
      columns={[
        timedStateColumn(),
        nameColumn(getPopupName),
        languagesColumn(({ title }: Popup) => title),
        { key: 'skin', title: m.popups_skin(), width: 72, drop: 3, value: ({ skin }) => skinLabels[skin]() },
        { key: 'paths', title: m.popups_paths(), width: 140, drop: 2, value: ({ paths }) => formatPaths(paths) },
        { ...periodColumn(), sort: 'startAt', firstDirection: 'descending' },
        positionColumn(getPopupName, (position) => ({ position })),
        updatedColumn(),
      ]}
      filters={[{ name: 'state', title: m.list_column_state(), options: timedOptions() }]}
      views={[
        { key: 'running', title: m.list_state_running(), filters: { state: 'running' } },
        { key: 'coming', title: m.list_state_coming(), filters: { state: 'coming' } },
        { key: 'ended', title: m.list_state_ended(), filters: { state: 'ended' } },
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getPopupName)]}
      search={m.popups_search()}
      create={{ label: m.popups_create(), to: '/console/popups/create' }}
      empty={{ title: m.popups_empty_title(), text: m.popups_empty_text() }}
    />
  )
}
