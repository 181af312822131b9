import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { createdColumn, nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { useMayWrite } from '#console/kit/use-rights.ts'
import { m } from '#messages/messages.js'
import { questionTypes } from '#people/faqs/contract.ts'
import { questionTypeLabels } from '#people/faqs/public/type-labels.ts'
import type { QuestionLine } from '../contract.ts'
import { stateLabels } from '../public/state-labels.ts'
import { questionStates } from '../rules.ts'
import { openEnterQuestion } from './question-dialogs.tsx'
import { resource, stateMarks } from './resource.tsx'

const getName = ({ title }: QuestionLine) => title

export default function QuestionList() {
  const navigate = useNavigate()
  const reload = useReload(resource.path)
  const mayWrite = useMayWrite('console:questions')
  const enter = () =>
    openEnterQuestion(({ _id }) => {
      void reload()
      navigate(`/console/center/questions/${_id}`)
    })
  // Show the creation time on phones too.
  const { entry: _entry, ...askedColumn } = createdColumn<QuestionLine>()
  return (
    <ListScreen
      resource={resource}
      title={m.questions_title()}
      name={getName}
      to={({ _id }) => `/console/center/questions/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 96,
          value: ({ state }) => stateLabels[state](),
          cell: ({ state }) => <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>,
        },
        { key: 'type', title: m.questions_type(), width: 96, drop: 2, value: ({ type }) => questionTypeLabels[type]() },
        nameColumn(getName, m.questions_subject()),
        { key: 'user', title: m.questions_writer(), width: 112, value: ({ user }) => user.name },
        {
          key: 'files',
          title: m.questions_files(),
          width: 64,
          align: 'right',
          drop: 1,
          entry: false,
          value: ({ files }) => files || null,
        },
        {
          key: 'views',
          title: m.list_views_count(),
          width: 64,
          align: 'right',
          drop: 1,
          entry: false,
          sort: 'views',
          firstDirection: 'descending',
          value: ({ views }) => views || null,
        },
        { ...askedColumn, title: m.questions_asked(), optional: false },
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: questionStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
        {
          name: 'type',
          title: m.questions_type(),
          options: questionTypes.map((value) => ({ value, label: questionTypeLabels[value]() })),
        },
      ]}
      views={questionStates.map((state) => ({ key: state, title: stateLabels[state](), filters: { state } }))}
      actions={[]}
      head={mayWrite && <Button onClick={enter}>{m.questions_enter()}</Button>}
      search={m.questions_search()}
      empty={{ title: m.questions_empty_title(), text: m.questions_empty_text() }}
    />
  )
}
