import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { PercentField } from '#console/kit/form/figure-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { AuctionInput } from '../contract.ts'
import { registrationModes } from '../rules.ts'
import { IncrementsField, RoomsField } from './auction-rows-field.tsx'
import { DepositField } from './deposit-field.tsx'
import { blank, resource, stateLabels, stateMarks, toInput } from './resource.tsx'

const entryKindWords = { open: m.programs_entry_open, approval: m.programs_entry_approval }

/** The server locks the bidding rules at the first bid; the form shows that. */
export default function AuctionForm() {
  const { id } = useParams()
  return (
    <FormScreen
      resource={resource}
      schema={AuctionInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.programs_create()}
      back={{ to: '/console/auction/programs', label: m.programs_title() }}
      state={({ state, locked }) => (
        <>
          <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          {locked && <StateMark mark="locked">{m.programs_locked()}</StateMark>}
          {id && (
            <Button component={Link} to={`/console/auction/programs/${id}/entries`} variant="subtle" size="compact-sm">
              {m.programs_entries()}
            </Button>
          )}
        </>
      )}
      groups={[
        {
          title: m.programs_group_facts(),
          fields: [
            { kind: 'localized', name: 'title', label: m.programs_name(), max: 100 },
            { kind: 'localized', name: 'summary', label: m.programs_summary(), max: 500, lines: 3 },
            { kind: 'custom', name: 'halls', label: m.programs_halls(), wide: true, render: () => <RoomsField /> },
            { kind: 'switch', name: 'visible', label: m.list_column_visible(), words: m.programs_visible_words() },
          ],
        },
        {
          title: m.programs_group_times(),
          fields: [
            {
              kind: 'period',
              name: 'startsAt',
              to: 'firstEnd',
              label: m.programs_period(),
              help: m.programs_period_help(),
            },
            {
              kind: 'number',
              name: 'lotSeconds',
              label: m.programs_interval(),
              min: 0,
              max: 86_400,
              unit: m.programs_seconds(),
            },
            {
              kind: 'number',
              name: 'windowSeconds',
              label: m.programs_window(),
              help: m.programs_window_help(),
              min: 0,
              max: 3600,
              unit: m.programs_seconds(),
            },
            {
              kind: 'number',
              name: 'extensionSeconds',
              label: m.programs_extension(),
              min: 0,
              max: 3600,
              unit: m.programs_seconds(),
            },
            {
              kind: 'number',
              name: 'hardMinutes',
              label: m.programs_hard(),
              help: m.programs_hard_help(),
              min: 0,
              max: 1440,
              unit: m.programs_minutes(),
            },
          ],
        },
        {
          title: m.programs_group_rules(),
          fields: [
            {
              kind: 'custom',
              name: 'increments',
              label: m.programs_increments(),
              help: m.programs_increments_help(),
              wide: true,
              render: () => <IncrementsField />,
            },
            {
              kind: 'custom',
              name: 'premium',
              label: m.programs_premium(),
              help: m.programs_premium_help(),
              render: () => <PercentField name="premium" label={m.programs_premium()} />,
            },
            {
              kind: 'number',
              name: 'offerDays',
              label: m.programs_offer_days(),
              help: m.programs_offer_days_help(),
              min: 1,
              max: 14,
              unit: m.programs_days(),
            },
            {
              kind: 'choice',
              name: 'entry',
              label: m.programs_entry(),
              options: registrationModes.map((value) => ({ value, label: entryKindWords[value]() })),
            },
            {
              kind: 'custom',
              name: 'deposit',
              label: m.programs_deposit(),
              help: m.programs_deposit_help(),
              wide: true,
              render: () => <DepositField />,
            },
            {
              kind: 'localized',
              name: 'terms',
              label: m.programs_terms(),
              help: m.programs_terms_help(),
              max: 20_000,
              lines: 8,
            },
          ],
        },
      ]}
    />
  )
}
