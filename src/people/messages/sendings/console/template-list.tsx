import { deleteAction } from '#console/kit/list/actions/common-actions.ts'
import { nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { m } from '#messages/messages.js'
import type { MessageTemplate } from '../contract.ts'
import { sendingChannels } from '../rules.ts'
import { channelLabels, purposeLabels, templateResource } from './resource.tsx'

const getTemplateName = ({ title }: MessageTemplate) => title

export default function TemplateList() {
  return (
    <ListScreen
      resource={templateResource}
      title={m.message_templates_title()}
      name={getTemplateName}
      to={({ _id }) => `/console/message-templates/${_id}`}
      order="title"
      columns={[
        nameColumn(getTemplateName),
        { key: 'channel', title: m.sendings_channel(), width: 96, value: ({ channel }) => channelLabels[channel]() },
        {
          key: 'purpose',
          title: m.sendings_purpose(),
          width: 96,
          drop: 2,
          value: ({ purpose }) => purposeLabels[purpose](),
        },
        {
          key: 'subject',
          title: m.sendings_subject(),
          width: 320,
          drop: 1,
          value: ({ subject, text }) => subject.ko ?? text.ko ?? null,
        },
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'channel',
          title: m.sendings_channel(),
          options: sendingChannels.map((value) => ({ value, label: channelLabels[value]() })),
        },
      ]}
      actions={deleteAction(templateResource, getTemplateName)}
      search={m.message_templates_search()}
      create={{ label: m.message_templates_create(), to: '/console/message-templates/create' }}
      empty={{ title: m.message_templates_empty_title(), text: m.message_templates_empty_text() }}
    />
  )
}
