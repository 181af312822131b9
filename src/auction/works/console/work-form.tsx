import { OptionalNumberField } from '#auction/authors/console/year-field.tsx'
import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { WorkInput } from '../contract.ts'
import { PicturesField } from './pictures-field.tsx'
import { blank, resource, stateLabels, stateMarks, toInput } from './resource.tsx'
import { AuctionField, AuthorField, ConsignorField, RoomField } from './work-choice-field.tsx'

const figure = (name: keyof WorkInput & string, label: string, unit: string, help?: string) => ({
  kind: 'custom' as const,
  name,
  label,
  ...(help && { help }),
  render: () => <OptionalNumberField name={name} label={label} unit={unit} width={220} />,
})

export default function WorkForm() {
  return (
    <FormScreen
      resource={resource}
      schema={WorkInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.works_create()}
      back={{ to: '/console/auction/works', label: m.works_title() }}
      state={({ state, locked }) => (
        <>
          <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          {locked && <StateMark mark="locked">{m.works_locked()}</StateMark>}
        </>
      )}
      groups={[
        {
          title: m.works_group_place(),
          fields: [
            { kind: 'custom', name: 'program', label: m.works_program(), render: () => <AuctionField /> },
            { kind: 'custom', name: 'hall', label: m.works_hall(), render: () => <RoomField /> },
            { kind: 'custom', name: 'author', label: m.works_author(), render: () => <AuthorField /> },
            { kind: 'custom', name: 'consignor', label: m.works_consignor(), render: () => <ConsignorField /> },
          ],
        },
        {
          title: m.works_group_facts(),
          fields: [
            { kind: 'localized', name: 'title', label: m.works_name(), max: 200 },
            { kind: 'localized', name: 'medium', label: m.works_medium(), max: 200 },
            { kind: 'text', name: 'made', label: m.works_made(), room: 'short' },
            figure('height', m.works_height(), 'mm'),
            figure('width', m.works_width(), 'mm'),
            figure('depth', m.works_depth(), 'mm'),
            {
              kind: 'custom',
              name: 'pictures',
              label: m.works_pictures(),
              wide: true,
              render: () => <PicturesField />,
            },
          ],
        },
        {
          title: m.works_group_sums(),
          fields: [
            figure('estimateLow', m.works_estimate_low(), m.works_won()),
            figure('estimateHigh', m.works_estimate_high(), m.works_won()),
            figure('startPrice', m.works_start(), m.works_won()),
            figure('reserve', m.works_reserve(), m.works_won(), m.works_reserve_help()),
            {
              kind: 'custom',
              name: 'commission',
              label: m.works_commission(),
              help: m.works_commission_help(),
              render: () => (
                <PercentField
                  name="commission"
                  label={m.works_commission()}
                  nullable
                  none={m.works_commission_none()}
                />
              ),
            },
          ],
        },
        {
          title: m.works_group_texts(),
          fields: [
            { kind: 'localized', name: 'note', label: m.works_note(), max: 5000, lines: 5 },
            { kind: 'localized', name: 'provenance', label: m.works_provenance(), max: 5000, lines: 4 },
            { kind: 'localized', name: 'condition', label: m.works_condition(), max: 5000, lines: 4 },
          ],
        },
      ]}
    />
  )
}
