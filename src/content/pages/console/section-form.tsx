import type { Field, FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { BlocksField } from '#content/blocks/console/blocks-field.tsx'
import { acceptOf } from '#kit/files/file-types.ts'
import { m } from '#messages/messages.js'
import { SectionInput, SectionKind } from '../contract.ts'
import { ItemsField } from './section-items-field.tsx'
import { blank, drafts, resource, type SectionShape, sectionKindLabels, toInput } from './section-resource.tsx'

/** Section kinds with their own cards or slides; the others list records of their modules. */
const kindsWithItems: readonly SectionShape['kind'][] = ['business', 'values', 'hero']

const listHeroFields = (): readonly Field<SectionShape>[] => [
  { kind: 'picture', name: 'picture', label: m.pages_poster(), help: m.pages_poster_help(), shape: '16 / 9' },
  {
    kind: 'files',
    name: 'videos',
    label: m.pages_videos(),
    help: m.pages_videos_help(),
    accept: acceptOf({ kinds: ['video'] }),
    maxFiles: 4,
  },
]

const listItemFields = (): readonly Field<SectionShape>[] => [
  { kind: 'custom', name: 'items', label: m.pages_items(), wide: true, render: () => <ItemsField /> },
]

const listBlockFields = (): readonly Field<SectionShape>[] => [
  { kind: 'picture', name: 'picture', label: m.common_picture(), shape: '3 / 2' },
  {
    kind: 'custom',
    name: 'blocks',
    label: m.common_blocks(),
    help: m.common_blocks_help(),
    wide: true,
    render: () => <BlocksField name="blocks" />,
  },
]

export default function SectionForm() {
  return (
    <FormScreen
      resource={resource}
      schema={SectionInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      drafts={drafts}
      newTitle={m.pages_create()}
      back={{ to: '/console/pages', label: m.pages_title() }}
      groups={({ kind }): readonly FieldGroup<SectionShape>[] => [
        {
          title: m.pages_group_text(),
          fields: [
            {
              kind: 'localized',
              name: 'title',
              label: m.list_column_name(),
              help: m.pages_title_help(),
              max: 120,
              lines: 1,
            },
            { kind: 'localized', name: 'lead', label: m.pages_lead(), help: m.pages_lead_help(), max: 400, lines: 2 },
            ...(kind === 'hero' ? listHeroFields() : []),
            ...(kind === 'blocks' ? listBlockFields() : []),
            ...(kindsWithItems.includes(kind) ? listItemFields() : []),
          ],
        },
        {
          title: m.common_group_place(),
          fields: [
            {
              kind: 'choice',
              name: 'kind',
              label: m.pages_kind(),
              help: m.pages_kind_help(),
              options: SectionKind.options.map((value) => ({ value, label: sectionKindLabels[value]() })),
            },
            { kind: 'text', name: 'page', label: m.pages_page(), help: m.pages_page_help(), room: 'short' },
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
