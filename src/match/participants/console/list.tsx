import { createdColumn, nameColumn } from '#console/kit/list/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/use-reload.ts'
import { askReason } from '#console/kit/parts/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/events.ts'
import type { ParticipationLine } from '../contract.ts'
import { participationStates, roles } from '../rules.ts'
import { client, resource, roleWords, stateMarks, stateWords } from './resource.tsx'

const nameOf = ({ profile }: ParticipationLine) => profile.name

const decide = async (records: ParticipationLine[], state: 'approved' | 'asked' | 'refused', reason = '') => {
  const ids = records.map(({ _id }) => _id)
  const { decided, passed } = await client.decide({ body: { ids, state, reason } })
  return { done: decided.length, failed: passed.map((id) => ({ id, message: m.participants_passed() })) }
}

/** Decides on all chosen ones with one reason, which each company is sent; nothing where none is given. */
const decideWith = (state: 'asked' | 'refused', label: string) => async (records: ParticipationLine[]) => {
  const reason = await askReason({
    title: label,
    text: m.participants_reason_many({ count: records.length }),
    label,
    harm: state === 'refused',
  })
  return reason === null ? { done: 0, failed: [] } : decide(records, state, reason)
}

export default function ParticipationList() {
  const reload = useReload(resource.path)
  useLiveEvents('participations', reload)
  return (
    <ListScreen
      resource={resource}
      title={m.participants_title()}
      name={nameOf}
      to={({ _id }) => `/console/participations/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: ({ state }) => stateWords[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateWords[state]()}</StateMark>,
        },
        { key: 'role', title: m.participants_role(), width: 72, value: ({ profile }) => roleWords[profile.role]() },
        nameColumn(nameOf, m.participants_company()),
        {
          key: 'country',
          title: m.participants_country(),
          width: 64,
          drop: 2,
          value: ({ profile }) => profile.country,
        },
        { key: 'category', title: m.participants_category(), width: 120, drop: 2, value: ({ category }) => category },
        { key: 'fair', title: m.participants_fair(), width: 160, drop: 1, value: ({ fair }) => fair.title },
        createdColumn(),
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: participationStates.map((value) => ({
            value,
            label: stateWords[value](),
            mark: stateMarks[value],
          })),
        },
        {
          name: 'role',
          title: m.participants_role(),
          options: roles.map((value) => ({ value, label: roleWords[value]() })),
        },
      ]}
      views={[{ key: 'submitted', title: stateWords.submitted(), filters: { state: 'submitted' } }]}
      acts={[
        {
          key: 'approve',
          label: m.participants_approve(),
          icon: 'check',
          run: (records) => decide(records, 'approved'),
          said: (count) => m.participants_said({ count }),
        },
        {
          key: 'ask',
          label: m.participants_ask(),
          icon: 'mail',
          run: decideWith('asked', m.participants_ask()),
          said: (count) => m.participants_said({ count }),
        },
        {
          key: 'refuse',
          label: m.participants_refuse(),
          icon: 'close',
          harm: true,
          run: decideWith('refused', m.participants_refuse()),
          said: (count) => m.participants_said({ count }),
        },
      ]}
      search={m.participants_search()}
      empty={{ title: m.participants_empty_title(), text: m.participants_empty_text() }}
    />
  )
}
