import { actOnEach } from '#console/kit/list/actions/list-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useSectionName } from '#console/kit/manifest/manifests-provider.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { Approval } from '../contract.ts'
import { approvalStates } from '../rules.ts'
import { client, resource, stateLabels, stateMarks } from './resource.tsx'

const getName = ({ subject }: Approval): string => subject?.title ?? m.approvals_gone()
const toParams = ({ _id }: Approval) => ({ params: { id: _id } })
const joinNames = (records: readonly Approval[]) => records.map(getName).join(', ')

/** Approval requests: those the user may decide and those they made. */
export default function ApprovalList() {
  const nameOfSection = useSectionName()
  const { entry: _entry, ...askedColumn } = createdColumn<Approval>()
  return (
    <ListScreen
      resource={resource}
      title={m.approvals_title()}
      name={getName}
      to={({ subject }) => subject?.to ?? '/console/approvals'}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 112,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        nameColumn(getName, m.approvals_what()),
        {
          key: 'reason',
          title: m.approvals_reason(),
          width: 208,
          drop: 3,
          value: ({ reason, note }) => note || reason || null,
        },
        {
          key: 'kind',
          title: m.approvals_kind(),
          width: 136,
          drop: 1,
          value: ({ section }) => nameOfSection(section),
        },
        { key: 'asker', title: m.approvals_asked_by(), width: 88, value: ({ asked: { name } }) => name },
        {
          key: 'decider',
          title: m.approvals_decided_by(),
          width: 104,
          drop: 2,
          value: ({ decided }) => decided?.name ?? null,
        },
        { ...askedColumn, title: m.approvals_asked_at(), optional: false },
        {
          key: 'until',
          title: m.approvals_until(),
          width: 104,
          align: 'right',
          drop: 4,
          value: ({ until }) => until && new Date(until),
          cell: ({ until }) =>
            until && (
              <time dateTime={until} title={fullInstant(until)}>
                {listInstant(until)}
              </time>
            ),
        },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: approvalStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
        { name: 'mine', title: m.approvals_view_mine(), options: [{ value: 'true', label: m.approvals_view_mine() }] },
      ]}
      views={[
        { key: 'asked', title: m.approvals_view_asked(), filters: { state: 'asked' } },
        { key: 'mine', title: m.approvals_view_mine(), filters: { mine: 'true' } },
      ]}
      actions={[
        {
          key: 'approve',
          label: m.approvals_act_approve(),
          icon: 'check',
          confirm: (records) => ({
            title: m.approvals_approve_title({ count: records.length }),
            text: joinNames(records),
            label: m.approvals_act_approve(),
          }),
          run: actOnEach((item) => client.approve(toParams(item))),
          doneText: (count) => m.approvals_said_approved({ count }),
        },
        {
          key: 'takeBack',
          label: m.approvals_act_take_back(),
          icon: 'undo',
          run: actOnEach((item) => client.takeBack(toParams(item))),
          doneText: (count) => m.approvals_said_taken_back({ count }),
        },
        {
          key: 'refuse',
          label: m.approvals_act_refuse(),
          icon: 'close',
          isHarmful: true,
          run: async (records) => {
            const note = await askReason({
              title: m.approvals_refuse_title(),
              text: joinNames(records),
              label: m.approvals_act_refuse(),
              harm: true,
            })
            if (note === null) return { done: 0, failed: [] }
            return actOnEach<Approval>((item) => client.refuse({ ...toParams(item), body: { note } }))(records)
          },
          doneText: (count) => m.approvals_said_refused({ count }),
        },
      ]}
      empty={{ title: m.approvals_empty_title(), text: m.approvals_empty_text() }}
    />
  )
}
