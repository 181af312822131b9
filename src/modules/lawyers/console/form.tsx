import { FormScreen } from '#console/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { LawyerInput } from '../contract.ts'
import { InfoField, type InfoFieldProps } from './info-field.tsx'
import { useKnown } from './known.ts'
import { blank, resource, toInput } from './resource.tsx'

export default function LawyerForm() {
  const { practices, offices } = useKnown()
  return (
    <FormScreen
      resource={resource}
      schema={LawyerInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.lawyers_create()}
      back={{ to: '/console/lawyers', label: m.shell_place_lawyers() }}
      groups={[
        {
          title: m.lawyers_group_person(),
          fields: [
            { kind: 'localized', name: 'title', label: m.lawyers_name(), max: 60 },
            { kind: 'text', name: 'titleEn', label: m.lawyers_latin(), help: m.lawyers_latin_help(), room: 'half' },
            { kind: 'switch', name: 'ceo', label: m.lawyers_ceo(), words: m.lawyers_ceo_words() },
            {
              kind: 'switch',
              name: 'representative',
              label: m.lawyers_representative(),
              words: m.lawyers_representative_words(),
            },
            { kind: 'picture', name: 'picture', label: m.lawyers_picture(), shape: '4 / 5' },
          ],
        },
        {
          title: m.lawyers_group_profile(),
          fields: [
            {
              kind: 'localized',
              name: 'comment',
              label: m.lawyers_comment(),
              help: m.lawyers_comment_help(),
              max: 4000,
              lines: 4,
            },
            {
              kind: 'custom',
              name: 'info',
              label: m.lawyers_info(),
              help: m.lawyers_info_help(),
              wide: true,
              render: (field: InfoFieldProps) => <InfoField {...field} />,
            },
            { kind: 'choices', name: 'practices', label: m.shell_place_practices(), options: practices },
            {
              kind: 'choice',
              name: 'office',
              label: m.shell_place_offices(),
              options: offices,
              none: m.lawyers_no_office(),
            },
          ],
        },
        {
          title: m.lawyers_group_list(),
          fields: [
            {
              kind: 'text',
              name: 'key',
              label: m.lawyers_key(),
              help: m.lawyers_key_help(),
              before: '/introduction/lawyer/',
              room: 'half',
            },
            { kind: 'number', name: 'position', label: m.list_column_position(), min: 0, max: 10_000 },
            { kind: 'switch', name: 'visible', label: m.list_column_visible() },
          ],
        },
      ]}
    />
  )
}
