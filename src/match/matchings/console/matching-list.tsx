import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import type { MatchingLine } from '../contract.ts'
import { matchingStates } from '../rules.ts'
import { stateLabels, wayLabels } from '../rules-labels.ts'
import { resource, stateMarks } from './resource.tsx'

const nameOf = ({ buyer, seller }: MatchingLine) => `${buyer.name} → ${seller.name}`

export default function MatchingList() {
  const reload = useReload(resource.path)
  useLiveEvents('matchings', reload)
  return (
    <ListScreen
      resource={resource}
      title={m.matchings_title()}
      name={nameOf}
      to={({ _id }) => `/console/matchings/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        nameColumn(nameOf, m.matchings_companies()),
        {
          key: 'meeting',
          title: m.matchings_time(),
          width: 132,
          sort: 'startsAt',
          value: ({ meeting }) => meeting && shortInstant(meeting.startAt),
        },
        {
          key: 'place',
          title: m.matchings_place(),
          width: 104,
          drop: 1,
          value: ({ meeting }) => meeting && `${wayLabels[meeting.way]()} ${meeting.place}`,
        },
        { key: 'fair', title: m.matchings_fair(), width: 160, drop: 2, value: ({ fair }) => fair.title },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: matchingStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
      ]}
      actions={[]}
      search={m.matchings_search()}
      empty={{ title: m.matchings_empty_title(), text: m.matchings_empty_text() }}
    />
  )
}
