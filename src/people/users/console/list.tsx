import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { fullInstant, listInstant } from '#console/kit/parts/time/seoul-time.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import { m } from '#messages/messages.js'
import type { MemberLine } from '../contract-members.ts'
import { memberStates } from '../rules.ts'
import { ExportMembers } from './export-members.tsx'
import { ImportMembers } from './import-members.tsx'
import { MemberPeek } from './member-peek.tsx'
import {
  client,
  getStateLabel,
  getStateMark,
  kindLabels,
  MemberStateMark,
  resource,
  useLevels,
  useVersions,
} from './resource.tsx'

const getName = ({ name }: MemberLine): string => name

export default function MemberList() {
  const levels = useLevels()
  const versions = useVersions()
  const { entry: _entry, ...joined } = createdColumn<MemberLine>()
  const stateAct = (key: 'lock' | 'unlock') => ({
    key,
    label: key === 'lock' ? m.users_lock() : m.users_unlock(),
    icon: key === 'lock' ? ('lock' as const) : ('restore' as const),
    ...(key === 'lock' && { harm: true }),
    run: async (records: MemberLine[]) => {
      const reason = await askReason(
        key === 'lock'
          ? {
              title: m.users_lock_many({ count: records.length }),
              text: m.users_lock_text(),
              label: m.users_lock(),
              harm: true,
            }
          : {
              title: m.users_unlock_many({ count: records.length }),
              text: m.users_unlock_text(),
              label: m.users_unlock(),
            },
      )
      if (reason === null) return { done: 0, failed: [] }
      const affected = records.filter(({ state }) => (state === 'locked') !== (key === 'lock'))
      const { done, failed } = await forEachRecord(affected, ({ _id }) =>
        client[key]({ params: { id: _id }, body: { reason } }),
      )
      return { done: done.length, failed }
    },
    doneText: (done: number) =>
      key === 'lock' ? m.users_said_locked({ count: done }) : m.users_said_unlocked({ count: done }),
  })
  return (
    <ListScreen
      resource={resource}
      title={m.users_title()}
      name={getName}
      to={({ _id }) => `/console/users/${_id}`}
      countText={(count) => m.users_counted({ count: count.toLocaleString() })}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 96,
          value: ({ state }) => getStateLabel(state),
          cell: ({ state }) => <MemberStateMark state={state} />,
        },
        { ...nameColumn(getName, m.users_name()), sort: 'name' },
        { key: 'username', title: m.users_username(), width: 136, sort: 'username', value: ({ username }) => username },
        { key: 'kind', title: m.users_kind(), width: 72, drop: 3, value: ({ kind }) => kindLabels[kind]() },
        { key: 'level', title: m.users_level(), width: 112, drop: 4, value: ({ level }) => level.title },
        { key: 'company', title: m.users_company(), width: 152, drop: 2, value: ({ company }) => company },
        { key: 'email', title: m.users_email(), width: 208, optional: true, value: ({ email }) => email },
        {
          key: 'phone',
          title: m.users_phone(),
          width: 128,
          optional: true,
          value: ({ phone }) => phone && formatPhone(phone),
        },
        {
          key: 'usedAt',
          title: m.users_used(),
          width: 104,
          align: 'right',
          drop: 5,
          value: ({ usedAt }) => usedAt && new Date(usedAt),
          cell: ({ usedAt }) =>
            usedAt ? (
              <time dateTime={usedAt} title={fullInstant(usedAt)}>
                {listInstant(usedAt)}
              </time>
            ) : (
              '–'
            ),
        },
        { ...joined, title: m.users_joined(), optional: false },
      ]}
      filters={[
        {
          name: 'kind',
          title: m.users_kind(),
          options: (['PERSON', 'COMPANY'] as const).map((value) => ({ value, label: kindLabels[value]() })),
        },
        {
          name: 'level',
          title: m.users_level(),
          options: levels.map(({ _id, title }) => ({ value: _id, label: title })),
        },
        {
          name: 'state',
          title: m.list_column_state(),
          options: memberStates.map((value) => ({ value, label: getStateLabel(value), mark: getStateMark(value) })),
        },
        { name: 'joined', title: m.users_joined(), options: [], isPeriod: true },
        {
          name: 'staff',
          title: m.users_staff(),
          options: [
            { value: 'true', label: m.users_staff_yes() },
            { value: 'false', label: m.users_staff_no() },
          ],
        },
        {
          name: 'lacks',
          title: m.users_lacks(),
          options: versions.map(({ _id, title, version }) => ({ value: _id, label: `${title} ${version}` })),
        },
      ]}
      views={[
        { key: 'company', title: m.users_kind_company(), filters: { kind: 'COMPANY' } },
        { key: 'staff', title: m.users_staff_yes(), filters: { staff: 'true' } },
        { key: 'dormant', title: m.users_state_dormant(), filters: { state: 'dormant' } },
        { key: 'locked', title: m.users_state_locked(), filters: { state: 'locked' } },
      ]}
      actions={[
        {
          key: 'level',
          label: m.users_give_level(),
          icon: 'tag',
          choices: levels.filter(({ mayGive }) => mayGive).map(({ _id, title }) => ({ value: _id, label: title })),
          run: async (records, levelId) => {
            const { done, failed } = await forEachRecord(records, ({ _id, updatedAt }) =>
              client.update({ params: { id: _id }, body: { levelId, updatedAt } }),
            )
            return { done: done.length, failed }
          },
          doneText: (done) => m.users_said_level({ count: done }),
        },
        stateAct('unlock'),
        stateAct('lock'),
      ]}
      sidePanel={(member, close) => <MemberPeek line={member} close={close} />}
      search={m.users_search()}
      create={{ label: m.users_create(), to: '/console/users/create' }}
      exports={
        <>
          <ExportMembers />
          <ImportMembers />
        </>
      }
      empty={{ title: m.users_empty_title(), text: m.users_empty_text() }}
    />
  )
}
