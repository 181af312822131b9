import type { FieldGroup } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { FairInput } from '../contract.ts'
import { phases } from '../rules.ts'
import { confirmingResource } from './confirm-displaced.tsx'
import { DisplacedSection } from './displaced-section.tsx'
import { FairActions } from './fair-actions.tsx'
import { blank, type FairShape, phaseLabels, phaseMarks, toInput } from './fair-resource.tsx'
import { SeatTotal } from './seat-total.tsx'
import { BreaksField, SessionsField } from './session-fields.tsx'
import { ThumbsField } from './thumbs-field.tsx'

export default function FairForm() {
  return (
    <FormScreen
      resource={confirmingResource}
      schema={FairInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.fairs_create()}
      back={{ to: '/console/fairs', label: m.fairs_title() }}
      aside={(values, record) => record && <DisplacedSection values={values} fair={record} />}
      asideWidth={328}
      actions={(_values, record) => record && <FairActions fair={record._id} />}
      result={(values) => <SeatTotal setup={values} />}
      state={({ phase }) => <StateMark mark={phaseMarks[phase]}>{phaseLabels[phase]()}</StateMark>}
      groups={(values): readonly FieldGroup<FairShape>[] => [
        {
          title: m.fairs_group_facts(),
          fields: [
            { kind: 'localized', name: 'title', label: m.fairs_name(), max: 100 },
            { kind: 'localized', name: 'summary', label: m.fairs_summary(), max: 300, lines: 2 },
            { kind: 'localized', name: 'venue', label: m.fairs_venue(), max: 200 },
            { kind: 'article', name: 'body', label: m.fairs_body(), max: 20_000 },
            { kind: 'custom', name: 'thumbs', label: m.fairs_thumbs(), render: () => <ThumbsField /> },
          ],
        },
        {
          title: m.fairs_group_phase(),
          fields: [
            {
              kind: 'choice',
              name: 'phase',
              label: m.fairs_phase(),
              options: phases.map((value) => ({ value, label: phaseLabels[value]() })),
            },
            { kind: 'instant', name: 'sellersUntil', label: m.fairs_sellers_until(), none: m.fairs_until_none() },
            { kind: 'instant', name: 'buyersUntil', label: m.fairs_buyers_until(), none: m.fairs_until_none() },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), switchLabel: m.fairs_visible_words() },
          ],
        },
        {
          title: m.fairs_group_times(),
          fields: [
            { kind: 'period', name: 'startsAt', to: 'endsAt', label: m.fairs_period() },
            { kind: 'number', name: 'slotMinutes', label: m.fairs_slot(), min: 10, max: 240, unit: m.fairs_minutes() },
            {
              kind: 'custom',
              name: 'sessions',
              label: m.fairs_sessions(),
              wide: true,
              render: () => <SessionsField setup={values} />,
            },
            { kind: 'custom', name: 'breaks', label: m.fairs_breaks(), wide: true, render: () => <BreaksField /> },
          ],
        },
        {
          title: m.fairs_group_limits(),
          fields: [
            { kind: 'number', name: 'tables', label: m.fairs_tables(), min: 0, max: 500 },
            { kind: 'number', name: 'rooms', label: m.fairs_rooms(), min: 0, max: 500 },
            {
              kind: 'number',
              name: 'holdHours',
              label: m.fairs_hold(),
              help: m.fairs_hold_help(),
              min: 1,
              max: 336,
              unit: m.fairs_hours(),
            },
            { kind: 'number', name: 'requestLimit', label: m.fairs_limit(), min: 1, max: 100 },
            {
              kind: 'number',
              name: 'changeHours',
              label: m.fairs_change(),
              help: m.fairs_change_help(),
              min: 0,
              max: 336,
              unit: m.fairs_hours(),
            },
          ],
        },
      ]}
    />
  )
}
