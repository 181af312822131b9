import { useQuery } from '@tanstack/react-query'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { practices } from '#firm/practices/contract.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import { clientOf } from '#session/session.ts'
import { TemplateInput } from '../contract.ts'
import { getPlaceholderName, templateFields } from '../contract-placeholders.ts'
import { blank, resource, toInput } from './template-resource.tsx'

const practiceClient = clientOf(practices)

export default function TemplateForm() {
  const { data } = useQuery({
    queryKey: ['templates-practices'],
    queryFn: () => practiceClient.published(),
    staleTime: 10 * 60_000,
  })
  const names = templateFields.map((field) => `{${getPlaceholderName(field, getLocale())}}`).join(' ')
  return (
    <FormScreen
      resource={resource}
      schema={TemplateInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title}
      newTitle={m.templates_create()}
      back={{ to: '/console/templates', label: m.templates_title() }}
      groups={[
        {
          title: m.templates_group_letter(),
          fields: [
            { kind: 'text', name: 'title', label: m.templates_name(), help: m.templates_name_help(), room: 'half' },
            { kind: 'localized', name: 'subject', label: m.templates_subject(), max: 200 },
            {
              kind: 'localized',
              name: 'text',
              label: m.templates_text(),
              help: m.templates_text_help({ names }),
              max: 5000,
              lines: 12,
            },
          ],
        },
        {
          title: m.templates_group_place(),
          fields: [
            {
              kind: 'choice',
              name: 'practice',
              label: m.templates_practice(),
              help: m.templates_practice_help(),
              options: (data?.practices ?? []).map(({ key, title }) => ({ value: key, label: title })),
              none: m.templates_practice_all(),
            },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.common_position_help(),
              min: 0,
              max: 1000,
            },
          ],
        },
      ]}
    />
  )
}
