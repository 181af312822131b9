import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { refusalMessage } from '#session/error-message.ts'
import type { WorkLine } from '../contract.ts'
import { workStates } from '../rules.ts'
import { client, resource, stateLabels, stateMarks } from './resource.tsx'
import { useAuctionOptions } from './work-choice-field.tsx'

const nameOf = ({ lot, title }: WorkLine) => `LOT ${lot} ${title.ko}`

export default function WorkList() {
  const programs = useAuctionOptions()
  return (
    <ListScreen
      resource={resource}
      title={m.works_title()}
      name={nameOf}
      to={({ _id }) => `/console/auction/works/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 88,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        nameColumn(nameOf),
        { key: 'author', title: m.works_author(), width: 112, drop: 1, value: ({ author }) => author?.name ?? null },
        { key: 'program', title: m.works_program(), width: 144, drop: 2, value: ({ program }) => program.title },
        {
          key: 'price',
          title: m.works_price(),
          width: 128,
          align: 'right',
          sort: 'price',
          value: ({ price }) => price?.toLocaleString('ko-KR') ?? null,
        },
        { key: 'bids', title: m.works_bids(), width: 72, align: 'right', drop: 1, value: ({ bids }) => bids },
        {
          key: 'endsAt',
          title: m.works_ends(),
          width: 132,
          sort: 'endsAt',
          value: ({ endsAt }) => endsAt && shortInstant(endsAt),
        },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'program',
          title: m.works_program(),
          options: programs.map(({ _id, title }) => ({ value: _id, label: title.ko })),
        },
        {
          name: 'state',
          title: m.list_column_state(),
          options: workStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
      ]}
      order="lot"
      actions={[
        ...deleteAction(resource, nameOf),
        {
          key: 'withdraw',
          label: m.works_act_withdraw(),
          icon: 'close',
          isHarmful: true,
          run: async (records) => {
            const reason = await askReason({
              title: m.works_withdraw_title(),
              text: records.map(nameOf).join(', '),
              label: m.works_act_withdraw(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            const { done, failed } = await forEachRecord(records, ({ _id }) =>
              client.withdraw({ params: { id: _id }, body: { reason } }).catch((error: unknown) => {
                throw new Error(refusalMessage(error), { cause: error })
              }),
            )
            return { done: done.length, failed }
          },
          doneText: (count) => m.works_said_withdrawn({ count }),
        },
      ]}
      search={m.works_search()}
      create={{ label: m.works_create(), to: '/console/auction/works/create' }}
      head={
        <>
          <Button
            component={Link}
            to="/console/auction/works/import"
            variant="subtle"
            leftSection={<Icon name="upload" size={14} />}
          >
            {m.works_import()}
          </Button>
          <Button
            component={Link}
            to="/console/auction/works/order"
            variant="subtle"
            leftSection={<Icon name="sortDown" size={14} />}
          >
            {m.works_order()}
          </Button>
        </>
      }
      empty={{ title: m.works_empty_title(), text: m.works_empty_text() }}
    />
  )
}
