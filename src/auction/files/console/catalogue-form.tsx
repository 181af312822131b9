import { OptionalAuctionField } from '#auction/works/console/work-choice-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { AuctionFileInput } from '../contract.ts'
import { CatalogueFileField } from './file-field.tsx'
import { blank, resource, toInput } from './resource.tsx'

export default function CatalogueForm() {
  return (
    <FormScreen
      resource={resource}
      schema={AuctionFileInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.catalogues_create()}
      back={{ to: '/console/auction/files', label: m.catalogues_title() }}
      groups={[
        {
          title: m.catalogues_group(),
          fields: [
            { kind: 'localized', name: 'title', label: m.catalogues_name(), max: 100 },
            { kind: 'custom', name: 'program', label: m.catalogues_program(), render: () => <OptionalAuctionField /> },
            {
              kind: 'custom',
              name: 'file',
              label: m.catalogues_file(),
              wide: true,
              render: () => <CatalogueFileField />,
            },
            {
              kind: 'choice',
              name: 'locale',
              label: m.catalogues_language(),
              none: m.catalogues_language_all(),
              options: [
                { value: 'ko', label: '한국어' },
                { value: 'en', label: 'English' },
                { value: 'cn', label: '中文' },
              ],
            },
            { kind: 'number', name: 'position', label: m.list_column_position(), min: 0, max: 10_000 },
            { kind: 'switch', name: 'visible', label: m.list_column_visible() },
          ],
        },
      ]}
    />
  )
}
