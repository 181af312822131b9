import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { SendingLine } from '../contract.ts'
import { sendingChannels, sendingStates } from '../rules.ts'
import {
  channelLabels,
  countRecipients,
  purposeLabels,
  sendingName,
  sendingResource,
  sendingStateLabels,
  sendingStateMarks,
} from './resource.tsx'

export default function SendingList() {
  return (
    <ListScreen
      resource={sendingResource}
      title={m.sendings_title()}
      name={sendingName}
      to={({ _id }) => `/console/sendings/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: ({ state }) => sendingStateLabels[state](),
          cell: ({ state }) => <StateMark mark={sendingStateMarks[state]}>{sendingStateLabels[state]()}</StateMark>,
        },
        nameColumn(sendingName, m.sendings_subject()),
        {
          key: 'channel',
          title: m.sendings_channel(),
          width: 96,
          drop: 3,
          value: ({ channel }) => channelLabels[channel](),
        },
        {
          key: 'purpose',
          title: m.sendings_purpose(),
          width: 96,
          drop: 2,
          value: ({ purpose }) => purposeLabels[purpose](),
        },
        {
          key: 'sent',
          title: m.sendings_result(),
          width: 112,
          align: 'right',
          value: (sending: SendingLine) =>
            countRecipients(sending) === 0
              ? null
              : m.sendings_sent_of({ sent: sending.counts.sent, total: countRecipients(sending) }),
        },
        {
          key: 'sendAt',
          title: m.sendings_send_at(),
          width: 112,
          align: 'right',
          sort: 'sendAt',
          firstDirection: 'descending',
          value: ({ sendAt }) => (sendAt ? new Date(sendAt) : null),
          cell: ({ sendAt }) =>
            sendAt && (
              <time dateTime={sendAt} title={fullInstant(sendAt)}>
                {listInstant(sendAt)}
              </time>
            ),
        },
        { key: 'author', title: m.sendings_author(), width: 96, drop: 1, value: ({ author }) => author },
        createdColumn(),
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: sendingStates.map((value) => ({
            value,
            label: sendingStateLabels[value](),
            mark: sendingStateMarks[value],
          })),
        },
        {
          name: 'channel',
          title: m.sendings_channel(),
          options: sendingChannels.map((value) => ({ value, label: channelLabels[value]() })),
        },
      ]}
      views={sendingStates.map((state) => ({ key: state, title: sendingStateLabels[state](), filters: { state } }))}
      actions={deleteAction(sendingResource, sendingName)}
      search={m.sendings_search()}
      create={{ label: m.sendings_create(), to: '/console/sendings/create' }}
      empty={{ title: m.sendings_empty_title(), text: m.sendings_empty_text() }}
    />
  )
}
