import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { AuthorInput } from '../contract.ts'
import { blank, resource, toInput } from './resource.tsx'
import { YearField } from './year-field.tsx'

export default function AuthorForm() {
  return (
    <FormScreen
      resource={resource}
      schema={AuthorInput}
      blank={blank}
      toInput={toInput}
      name={({ name }) => name.ko}
      newTitle={m.authors_create()}
      back={{ to: '/console/auction/authors', label: m.authors_title() }}
      groups={[
        {
          title: m.authors_group_facts(),
          fields: [
            { kind: 'localized', name: 'name', label: m.authors_name(), max: 100 },
            { kind: 'text', name: 'key', label: m.authors_key(), room: 'half', before: '/auction/authors/' },
            {
              kind: 'custom',
              name: 'born',
              label: m.authors_born(),
              render: () => <YearField name="born" label={m.authors_born()} />,
            },
            {
              kind: 'custom',
              name: 'died',
              label: m.authors_died(),
              render: () => <YearField name="died" label={m.authors_died()} />,
            },
            { kind: 'localized', name: 'biography', label: m.authors_biography(), max: 5000, lines: 6 },
            { kind: 'picture', name: 'picture', label: m.authors_picture(), shape: '4 / 5' },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.authors_visible_words() },
          ],
        },
      ]}
    />
  )
}
