import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { FaqInput, questionTypes } from '../contract.ts'
import { questionTypeLabels } from '../public/type-labels.ts'
import { blank, resource, toInput } from './resource.tsx'

export default function FaqForm() {
  return (
    <FormScreen
      resource={resource}
      schema={FaqInput}
      blank={blank}
      toInput={toInput}
      name={({ question }) => question.ko}
      newTitle={m.faqs_create()}
      back={{ to: '/console/center/faqs', label: m.faqs_title() }}
      fork={(values) => ({ ...values, visible: false })}
      groups={[
        {
          title: m.faqs_group_text(),
          fields: [
            {
              kind: 'choice',
              name: 'type',
              label: m.faqs_type(),
              options: questionTypes.map((value) => ({ value, label: questionTypeLabels[value]() })),
            },
            { kind: 'localized', name: 'question', label: m.faqs_question(), max: 200 },
            { kind: 'article', name: 'answer', label: m.faqs_answer(), max: 20_000 },
          ],
        },
        {
          title: m.faqs_group_shown(),
          fields: [
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.faqs_visible_words() },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.faqs_position_help(),
              min: 0,
              max: 10_000,
            },
          ],
        },
      ]}
    />
  )
}
