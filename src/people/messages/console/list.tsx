import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import type { MessageLine } from '../contract.ts'
import { canResend, client, resource, stateLabels, stateMarks } from './resource.tsx'
import { SendTest } from './send-test.tsx'

const states = ['waiting', 'held', 'sent', 'failed', 'withdrawn'] as const

/** Bulk action: resends held and failed messages, skips the others. */
const resend = {
  key: 'resend',
  label: m.messages_resend(),
  icon: 'refresh' as const,
  async run(records: MessageLine[]) {
    const { done, failed } = await forEachRecord(records.filter(canResend), ({ _id }) =>
      client.resend({ params: { id: _id } }),
    )
    return { done: done.length, failed }
  },
  doneText: (done: number) => m.messages_said_resent({ count: done }),
}

export default function MessageList() {
  return (
    <ListScreen
      resource={resource}
      title={m.messages_title()}
      name={({ subject }) => subject}
      to={({ _id }) => `/console/messages/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 112,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        nameColumn(({ subject }: MessageLine) => subject),
        { key: 'recipient', title: m.messages_recipient(), width: 240, drop: 2, value: ({ recipient }) => recipient },
        {
          key: 'attempts',
          title: m.messages_attempts(),
          width: 72,
          align: 'right',
          drop: 1,
          value: ({ attempts }) => attempts,
        },
        { ...createdColumn(), optional: false },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: states.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
      ]}
      views={states.map((state) => ({ key: state, title: stateLabels[state](), filters: { state } }))}
      actions={[resend]}
      search={m.messages_search()}
      head={<SendTest />}
      empty={{ title: m.messages_empty_title(), text: m.messages_empty_text() }}
    />
  )
}
