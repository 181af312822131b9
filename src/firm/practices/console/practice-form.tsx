import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { BlocksField } from '#content/blocks/console/blocks-field.tsx'
import { m } from '#messages/messages.js'
import { PracticeInput } from '../contract.ts'
import { blank, drafts, resource, toInput } from './practice-resource.tsx'

export default function PracticeForm() {
  return (
    <FormScreen
      resource={resource}
      schema={PracticeInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      drafts={drafts}
      newTitle={m.practices_create()}
      back={{ to: '/console/practices', label: m.practices_title() }}
      groups={[
        {
          title: m.practices_group_text(),
          fields: [
            { kind: 'localized', name: 'title', label: m.practices_name(), max: 60 },
            {
              kind: 'localized',
              name: 'summary',
              label: m.practices_summary(),
              help: m.practices_summary_help(),
              max: 400,
              lines: 3,
            },
            { kind: 'picture', name: 'picture', label: m.common_picture(), shape: '4 / 3' },
          ],
        },
        {
          title: m.practice_group_page(),
          fields: [
            {
              kind: 'custom',
              name: 'blocks',
              label: m.common_blocks(),
              help: m.common_blocks_help(),
              wide: true,
              render: () => <BlocksField name="blocks" />,
            },
          ],
        },
        {
          title: m.common_group_place(),
          fields: [
            { kind: 'text', name: 'path', label: m.practices_path(), help: m.practices_path_help(), room: 'half' },
            { kind: 'text', name: 'key', label: m.form_key(), help: m.practices_key_help(), room: 'short' },
            {
              kind: 'number',
              name: 'position',
              label: m.list_column_position(),
              help: m.common_position_help(),
              min: 0,
              max: 1000,
            },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.common_visible_words() },
          ],
        },
      ]}
    />
  )
}
