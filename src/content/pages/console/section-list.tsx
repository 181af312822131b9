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
import type { SectionLine } from '../contract.ts'
import { getSectionName, resource, sectionKindLabels } from './section-resource.tsx'

export default function SectionList() {
  return (
    <ListScreen
      resource={resource}
      title={m.pages_title()}
      name={getSectionName}
      to={({ _id }) => `/console/pages/${_id}`}
      order="position"
      columns={[
        { key: 'kind', title: m.pages_kind(), width: 132, value: ({ kind }) => sectionKindLabels[kind]() },
        nameColumn(getSectionName),
        draftColumn(),
        languagesColumn(({ title }: SectionLine) => title),
        {
          key: 'items',
          title: m.pages_items(),
          width: 72,
          align: 'right',
          drop: 2,
          value: ({ itemCount }) => itemCount,
        },
        { key: 'page', title: m.pages_page(), width: 96, drop: 1, value: ({ page }) => page },
        visibleColumn(getSectionName, (visible) => ({ visible })),
        positionColumn(getSectionName, (position) => ({ position })),
        updatedColumn(),
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getSectionName)]}
      search={m.pages_search()}
      create={{ label: m.pages_create(), to: '/console/pages/create' }}
      empty={{ title: m.pages_empty_title(), text: m.pages_empty_text() }}
    />
  )
}
