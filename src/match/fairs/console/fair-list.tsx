import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { languagesColumn, nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { matchings } from '#match/matchings/contract.ts'
import type { FairPaper } from '#match/matchings/documents/contract.ts'
import { m } from '#messages/messages.js'
import { paperNames, papersMade } from '#platform/papers/contract.ts'
import { clientOf } from '#session/session.ts'
import { downloadFile } from '#ui/browser/download-file.ts'
import type { FairLine } from '../contract.ts'
import { phases } from '../rules.ts'
import { phaseLabels, phaseMarks, resource } from './fair-resource.tsx'

const nameOf = ({ title }: FairLine) => title.ko

const client = clientOf(matchings)

/** List action that downloads a PDF paper for each selected fair; a draft has none. */
const paper = (kind: FairPaper) => ({
  key: kind,
  label: paperNames[kind](),
  icon: 'download' as const,
  run: async (records: FairLine[]) => {
    const { done, failed } = await forEachRecord(records, async ({ _id }) =>
      downloadFile((await client.paper({ params: { id: _id, kind } })).url),
    )
    return { done: done.length, failed }
  },
  doneText: (count: number) => papersMade({ count }),
})

export default function FairList() {
  return (
    <ListScreen
      resource={resource}
      title={m.fairs_title()}
      name={nameOf}
      to={({ _id }) => `/console/fairs/${_id}`}
      columns={[
        {
          key: 'phase',
          title: m.fairs_phase(),
          width: 112,
          value: ({ phase }) => phaseLabels[phase](),
          cell: ({ phase }) => <StateMark mark={phaseMarks[phase]}>{phaseLabels[phase]()}</StateMark>,
        },
        nameColumn(nameOf),
        languagesColumn(({ title }: FairLine) => title),
        {
          key: 'startsAt',
          title: m.fairs_starts(),
          width: 152,
          sort: 'startsAt',
          firstDirection: 'descending',
          value: ({ startsAt }) => shortInstant(startsAt),
        },
        { key: 'tables', title: m.fairs_tables(), width: 72, align: 'right', drop: 1, value: ({ tables }) => tables },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'phase',
          title: m.fairs_phase(),
          options: phases.map((value) => ({ value, label: phaseLabels[value](), mark: phaseMarks[value] })),
        },
      ]}
      actions={[paper('badges'), paper('plan'), ...deleteAction(resource, nameOf)]}
      search={m.fairs_search()}
      create={{ label: m.fairs_create(), to: '/console/fairs/create' }}
      empty={{ title: m.fairs_empty_title(), text: m.fairs_empty_text() }}
    />
  )
}
