import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { MessageTemplateInput } from '../contract.ts'
import { sendingChannels } from '../rules.ts'
import { listContentFields, listPurposeOptions } from './content-fields.ts'
import { blankTemplate, channelLabels, templateResource, toTemplate } from './resource.tsx'

export default function TemplateForm() {
  return (
    <FormScreen
      resource={templateResource}
      schema={MessageTemplateInput}
      blank={blankTemplate}
      toInput={toTemplate}
      name={({ title }) => title}
      newTitle={m.message_templates_create()}
      back={{ to: '/console/message-templates', label: m.message_templates_title() }}
      groups={(values) => [
        {
          title: m.message_templates_group(),
          fields: [
            { kind: 'text', name: 'title', label: m.list_column_name(), room: 'half' },
            {
              kind: 'choice',
              name: 'channel',
              label: m.sendings_channel(),
              options: sendingChannels.map((value) => ({ value, label: channelLabels[value]() })),
            },
            {
              kind: 'choice',
              name: 'purpose',
              label: m.sendings_purpose(),
              help: m.sendings_purpose_help(),
              options: listPurposeOptions(),
            },
          ],
        },
        { title: m.sendings_group_words(), fields: listContentFields(values.channel) },
      ]}
    />
  )
}
