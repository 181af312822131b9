import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import {
  languagesColumn,
  nameColumn,
  positionColumn,
  updatedColumn,
} from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { Template } from '../contract.ts'
import { getTemplateName, resource } from './template-resource.tsx'

export default function TemplateList() {
  return (
    <ListScreen
      resource={resource}
      title={m.templates_title()}
      name={getTemplateName}
      to={({ _id }) => `/console/templates/${_id}`}
      order="position"
      columns={[
        { ...nameColumn(getTemplateName), title: m.templates_name() },
        { key: 'subject', title: m.templates_subject(), width: 320, drop: 2, value: ({ subject }) => subject.ko },
        languagesColumn(({ text }: Template) => text),
        positionColumn(getTemplateName, (position) => ({ position })),
        updatedColumn(),
      ]}
      actions={deleteAction(resource, getTemplateName)}
      search={m.templates_search()}
      create={{ label: m.templates_create(), to: '/console/templates/create' }}
      empty={{ title: m.templates_empty_title(), text: m.templates_empty_text() }}
    />
  )
}
