import { deleteAction, visibilityActions } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { languagesColumn, nameColumn, updatedColumn, visibleColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { AuctionLine } from '../contract.ts'
import { client, resource, stateLabels, stateMarks } from './resource.tsx'

const nameOf = ({ title }: AuctionLine) => title.ko

export default function AuctionList() {
  return (
    <ListScreen
      resource={resource}
      title={m.auctions_title()}
      name={nameOf}
      to={({ _id }) => `/console/auction/programs/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 96,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        nameColumn(nameOf),
        languagesColumn(({ title }: AuctionLine) => title),
        {
          key: 'startsAt',
          title: m.auctions_starts(),
          width: 132,
          sort: 'startsAt',
          firstDirection: 'descending',
          value: ({ startsAt }) => shortInstant(startsAt),
        },
        {
          key: 'firstEnd',
          title: m.auctions_first_end(),
          width: 132,
          drop: 1,
          value: ({ firstEnd }) => shortInstant(firstEnd),
        },
        { key: 'lots', title: m.auctions_lots(), width: 72, align: 'right', value: ({ lots }) => lots },
        visibleColumn(nameOf, (visible) => ({ visible })),
        updatedColumn(),
      ]}
      actions={[
        ...visibilityActions(resource, (visible) => ({ visible })),
        {
          key: 'cancel',
          label: m.auctions_act_cancel(),
          icon: 'close',
          isHarmful: true,
          run: async (records) => {
            const reason = await askReason({
              title: m.auctions_cancel_title(),
              text: m.auctions_cancel_text({ names: records.map(nameOf).join(', ') }),
              label: m.auctions_act_cancel(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            const { done, failed } = await forEachRecord(records, ({ _id }) =>
              client.cancel({ params: { id: _id }, body: { reason } }).catch((error: unknown) => {
                throw new Error(refusalMessage(error), { cause: error })
              }),
            )
            return { done: done.length, failed }
          },
          doneText: (count) => m.auctions_said_cancelled({ count }),
        },
        ...deleteAction(resource, nameOf),
      ]}
      search={m.auctions_search()}
      create={{ label: m.auctions_create(), to: '/console/auction/programs/create' }}
      empty={{ title: m.auctions_empty_title(), text: m.auctions_empty_text() }}
    />
  )
}
