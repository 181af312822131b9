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
import type { LawyerLine } from '../contract.ts'
import { getLawyerName, joinLabels, resource, usePracticesAndOffices } from './lawyer-resource.tsx'

export default function LawyerList() {
  const { practices, offices } = usePracticesAndOffices()
  return (
    <ListScreen
      resource={resource}
      title={m.lawyers_title()}
      countText={(count) => m.lawyers_counted({ count })}
      name={getLawyerName}
      to={({ _id }) => `/console/lawyers/${_id}`}
      picture={({ picture }) => picture}
      order="position"
      columns={[
        nameColumn(getLawyerName, m.lawyers_name()),
        { key: 'titleEn', title: m.lawyers_name_latin(), width: 140, drop: 1, value: ({ titleEn }) => titleEn },
        {
          key: 'rank',
          title: m.lawyers_rank(),
          width: 120,
          drop: 4,
          value: ({ ceo, representative }) =>
            representative ? m.lawyers_representative() : ceo ? m.lawyers_ceo() : m.lawyers_plain(),
        },
        {
          key: 'practices',
          title: m.lawyers_practices(),
          width: 200,
          drop: 2,
          value: (lawyer) => joinLabels(practices, lawyer.practices),
        },
        {
          key: 'office',
          title: m.lawyers_office(),
          width: 120,
          drop: 3,
          value: ({ office }) => (office ? joinLabels(offices, [office]) : null),
        },
        languagesColumn(({ languages }: LawyerLine) => Object.fromEntries(languages.map((locale) => [locale, locale]))),
        visibleColumn(getLawyerName, (visible) => ({ visible })),
        positionColumn(getLawyerName, (position) => ({ position }), 10_000),
        updatedColumn(),
      ]}
      filters={[
        { name: 'practice', title: m.lawyers_practices(), options: practices },
        { name: 'office', title: m.lawyers_office(), options: offices },
      ]}
      actions={[...visibilityActions(resource, (visible) => ({ visible })), ...deleteAction(resource, getLawyerName)]}
      search={m.lawyers_search()}
      create={{ label: m.lawyers_create(), to: '/console/lawyers/create' }}
      empty={{ title: m.lawyers_empty_title(), text: m.lawyers_empty_text() }}
    />
  )
}
