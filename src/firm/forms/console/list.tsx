import { type Act, forEachRecord } from '#console/kit/list/acts.ts'
import { createdColumn, nameColumn } from '#console/kit/list/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { useSession } from '#session/use-session.ts'
import { type FormSummary, formStates } from '../contract.ts'
import { client, resource, stateMarks, stateWords, useNames } from './resource.tsx'

/** Takes each of the chosen requests by the version that is shown: one that a colleague changed says so. */
const moving = (change: object) => async (records: FormSummary[]) => {
  const { done, failed } = await forEachRecord(records, ({ _id, updatedAt }) =>
    client.update({ params: { id: _id }, body: { ...change, updatedAt } }),
  )
  return { done: done.length, failed }
}

const nameOf = ({ subject, number }: FormSummary) => subject || number

export default function FormList() {
  const session = useSession()
  const names = useNames()
  // When it came is told on a phone as well.
  const { entry: _entry, ...received } = createdColumn<FormSummary>()
  const acts: Act<FormSummary>[] = [
    {
      key: 'take',
      label: m.forms_act_take(),
      icon: 'pin',
      run: moving({ assignee: session?.userId ?? null }),
      said: (count) => m.forms_said_taken({ count }),
    },
    {
      key: 'close',
      label: m.forms_act_close(),
      icon: 'archive',
      run: moving({ state: 'closed' }),
      said: (count) => m.forms_said_closed({ count }),
    },
  ]
  return (
    <ListScreen
      resource={resource}
      title={m.forms_title()}
      name={nameOf}
      to={({ _id }) => `/console/forms/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 84,
          value: ({ state }) => stateWords[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateWords[state]()}</StateMark>,
        },
        nameColumn(nameOf),
        { key: 'from', title: m.forms_column_from(), width: 96, value: ({ name }) => name },
        { key: 'building', title: m.forms_column_building(), width: 148, drop: 3, value: ({ building }) => building },
        {
          key: 'practice',
          title: m.forms_column_practice(),
          width: 128,
          drop: 4,
          value: ({ practice }) => names.practiceName(practice),
        },
        {
          key: 'office',
          title: m.forms_column_office(),
          width: 112,
          drop: 2,
          value: ({ office }) => names.officeName(office),
        },
        {
          key: 'assignee',
          title: m.forms_column_assignee(),
          width: 96,
          drop: 5,
          value: ({ assignee }) => assignee?.name ?? '',
        },
        {
          key: 'files',
          title: m.forms_column_files(),
          width: 64,
          align: 'right',
          drop: 1,
          entry: false,
          value: ({ files }) => files || null,
        },
        { key: 'number', title: m.forms_column_number(), width: 124, drop: 1, value: ({ number }) => number },
        { ...received, title: m.forms_column_received(), optional: false },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: formStates.map((value) => ({ value, label: stateWords[value](), mark: stateMarks[value] })),
        },
        {
          name: 'practice',
          title: m.forms_column_practice(),
          options: names.practices.map(({ key, title }) => ({ value: key, label: title })),
        },
        {
          name: 'office',
          title: m.forms_column_office(),
          options: names.offices.map(({ key, title }) => ({ value: key, label: title })),
        },
        {
          name: 'assignee',
          title: m.forms_column_assignee(),
          options: [
            { value: 'me', label: m.forms_me() },
            { value: 'nobody', label: m.forms_nobody() },
            ...names.staff.map(({ _id, name }) => ({ value: _id, label: name })),
          ],
        },
        {
          name: 'age',
          title: m.forms_filter_age(),
          options: [
            { value: 'today', label: m.forms_age_today() },
            { value: 'overdue', label: m.forms_view_overdue() },
          ],
        },
      ]}
      views={[
        ...formStates.map((state) => ({ key: state, title: stateWords[state](), filters: { state } })),
        { key: 'mine', title: m.forms_view_mine(), filters: { assignee: 'me' } },
        { key: 'overdue', title: m.forms_view_overdue(), filters: { age: 'overdue' } },
      ]}
      acts={acts}
      search={m.forms_search()}
      empty={{ title: m.forms_empty_title(), text: m.forms_empty_text() }}
    />
  )
}
