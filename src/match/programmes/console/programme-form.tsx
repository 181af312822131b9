import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { m } from '#messages/messages.js'
import { ProgrammeEntryInput } from '../contract.ts'
import { firstYear, lastYear, programmes } from '../rules.ts'
import { blank, programmeLabels, resource, toInput } from './programme-resource.tsx'

export default function ProgrammeForm() {
  return (
    <FormScreen
      resource={resource}
      schema={ProgrammeEntryInput}
      blank={blank}
      toInput={toInput}
      name={({ company }) => company}
      newTitle={m.programmes_create()}
      back={{ to: '/console/programmes', label: m.programmes_title() }}
      groups={[
        {
          title: m.programmes_group(),
          fields: [
            {
              kind: 'choice',
              name: 'programme',
              label: m.programmes_programme(),
              options: programmes.map((value) => ({ value, label: programmeLabels[value]() })),
            },
            { kind: 'number', name: 'year', label: m.programmes_year(), min: firstYear, max: lastYear },
            { kind: 'text', name: 'businessNumber', label: m.programmes_number(), room: 'short' },
            { kind: 'text', name: 'company', label: m.programmes_company(), room: 'half' },
            { kind: 'text', name: 'ceo', label: m.programmes_ceo(), room: 'short' },
            { kind: 'text', name: 'category', label: m.programmes_category(), room: 'half' },
            { kind: 'text', name: 'address', label: m.programmes_address() },
            { kind: 'text', name: 'product', label: m.programmes_product(), room: 'half' },
          ],
        },
      ]}
    />
  )
}
