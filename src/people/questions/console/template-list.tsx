import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { QuestionTemplate } from '../contract.ts'
import { templates } from './resource.tsx'

const getName = ({ title }: QuestionTemplate) => title

export default function TemplateList() {
  return (
    <ListScreen
      resource={templates}
      title={m.questions_templates()}
      name={getName}
      to={({ _id }) => `/console/center/question-templates/${_id}`}
      columns={[
        nameColumn(getName),
        { key: 'text', title: m.questions_template_text(), width: 360, drop: 1, value: ({ text }) => text },
        updatedColumn(),
      ]}
      actions={deleteAction(templates, getName)}
      search={m.questions_template_search()}
      create={{ label: m.questions_template_create(), to: '/console/center/question-templates/create' }}
      empty={{ title: m.questions_template_empty_title(), text: m.questions_template_empty_text() }}
    />
  )
}
