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
import type { Lawyer } from '../contract.ts'
import { useKnown } from './known.ts'
import { type LawyerShape, lawyerName, resource } from './resource.tsx'

const rank = ({ ceo }: Lawyer): string => (ceo ? m.lawyers_ceo() : m.lawyers_lawyer())

export default function LawyerList() {
  const { practices, offices } = useKnown()
  const label = (known: typeof offices, key: string | null) =>
    known.find(({ value }) => value === key)?.label ?? key ?? ''
  return (
    <ListScreen
      resource={resource}
      title={m.shell_place_lawyers()}
      name={lawyerName}
      to={({ _id }) => `/console/lawyers/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        positionColumn<Lawyer, LawyerShape>(lawyerName, (position) => ({ position }), 10_000),
        nameColumn(lawyerName, m.lawyers_name()),
        { key: 'rank', title: m.lawyers_rank(), width: 108, value: rank },
        languagesColumn(({ title }: Lawyer) => title),
        {
          key: 'practices',
          title: m.shell_place_practices(),
          width: 220,
          drop: 1,
          value: (lawyer) => lawyer.practices.map((key) => label(practices, key)).join(', '),
        },
        {
          key: 'office',
          title: m.shell_place_offices(),
          width: 120,
          drop: 2,
          value: ({ office }) => label(offices, office),
        },
        visibleColumn<Lawyer, LawyerShape>(lawyerName, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      order="position"
      filters={[
        { name: 'practice', title: m.shell_place_practices(), options: practices },
        { name: 'office', title: m.shell_place_offices(), options: offices },
      ]}
      acts={[...showAndHide(resource, (visible) => ({ visible })), ...removal(resource, lawyerName)]}
      search={m.lawyers_search()}
      create={{ label: m.lawyers_create(), to: '/console/lawyers/create' }}
      empty={{ title: m.lawyers_empty_title(), text: m.lawyers_empty_text() }}
    />
  )
}
