import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import {
  draftColumn,
  languagesColumn,
  nameColumn,
  positionColumn,
  updatedColumn,
  visibleColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { PracticeLine } from '../contract.ts'
import { getPracticeName, resource } from './practice-resource.tsx'

export default function PracticeList() {
  return (
    <ListScreen
      resource={resource}
      title={m.practices_title()}
      name={getPracticeName}
      to={({ _id }) => `/console/practices/${_id}`}
      picture={({ picture }) => picture}
      order="position"
      columns={[
        nameColumn(getPracticeName, m.practices_name()),
        draftColumn(),
        languagesColumn(({ title }: PracticeLine) => title),
        { key: 'path', title: m.practices_path(), width: 220, drop: 2, value: ({ path }) => path },
        visibleColumn(getPracticeName, (visible) => ({ visible })),
        positionColumn(getPracticeName, (position) => ({ position })),
        updatedColumn(),
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getPracticeName)]}
      search={m.practices_search()}
      create={{ label: m.practices_create(), to: '/console/practices/create' }}
      empty={{ title: m.practices_empty_title(), text: m.practices_empty_text() }}
    />
  )
}
