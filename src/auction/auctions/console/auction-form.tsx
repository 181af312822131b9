import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { AuctionInput } from '../contract.ts'
import { registrationModes } from '../rules.ts'
import { IncrementsField, RoomsField } from './auction-rows-field.tsx'
import { DepositField } from './deposit-field.tsx'
import { blank, resource, stateLabels, stateMarks, toInput } from './resource.tsx'

const entryKindLabels = { open: m.auctions_entry_open, approval: m.auctions_entry_approval }

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
      newTitle={m.auctions_create()}
      back={{ to: '/console/auction/programs', label: m.auctions_title() }}
      state={({ state, locked }) => (
        <>
          <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          {locked && <StateMark mark="locked">{m.auctions_locked()}</StateMark>}
          {id && (
            <Button component={Link} to={`/console/auction/programs/${id}/entries`} variant="subtle" size="compact-sm">
              {m.auctions_entries()}
            </Button>
          )}
        </>
      )}
      groups={[
        {
          title: m.auctions_group_facts(),
          fields: [
            { kind: 'localized', name: 'title', label: m.auctions_name(), max: 100 },
            { kind: 'localized', name: 'summary', label: m.auctions_summary(), max: 500, lines: 3 },
            { kind: 'custom', name: 'halls', label: m.auctions_halls(), wide: true, render: () => <RoomsField /> },
            {
              kind: 'switch',
              name: 'visible',
              label: m.list_column_visible(),
              switchLabel: m.auctions_visible_words(),
            },
          ],
        },
        {
          title: m.auctions_group_times(),
          fields: [
            {
              kind: 'period',
              name: 'startsAt',
              to: 'firstEnd',
              label: m.auctions_period(),
              help: m.auctions_period_help(),
            },
            {
              kind: 'number',
              name: 'lotSeconds',
              label: m.auctions_interval(),
              min: 0,
              max: 86_400,
              unit: m.auctions_seconds(),
            },
            {
              kind: 'number',
              name: 'windowSeconds',
              label: m.auctions_window(),
              help: m.auctions_window_help(),
              min: 0,
              max: 3600,
              unit: m.auctions_seconds(),
            },
            {
              kind: 'number',
              name: 'extensionSeconds',
              label: m.auctions_extension(),
              min: 0,
              max: 3600,
              unit: m.auctions_seconds(),
            },
            {
              kind: 'number',
              name: 'hardMinutes',
              label: m.auctions_hard(),
              help: m.auctions_hard_help(),
              min: 0,
              max: 1440,
              unit: m.auctions_minutes(),
            },
          ],
        },
        {
          title: m.auctions_group_rules(),
          fields: [
            {
              kind: 'custom',
              name: 'increments',
              label: m.auctions_increments(),
              help: m.auctions_increments_help(),
              wide: true,
              render: () => <IncrementsField />,
            },
            {
              kind: 'custom',
              name: 'premium',
              label: m.auctions_premium(),
              help: m.auctions_premium_help(),
              render: () => <PercentField name="premium" label={m.auctions_premium()} />,
            },
            {
              kind: 'number',
              name: 'offerDays',
              label: m.auctions_offer_days(),
              help: m.auctions_offer_days_help(),
              min: 1,
              max: 14,
              unit: m.auctions_days(),
            },
            {
              kind: 'choice',
              name: 'entry',
              label: m.auctions_entry(),
              options: registrationModes.map((value) => ({ value, label: entryKindLabels[value]() })),
            },
            {
              kind: 'custom',
              name: 'deposit',
              label: m.auctions_deposit(),
              help: m.auctions_deposit_help(),
              wide: true,
              render: () => <DepositField />,
            },
            {
              kind: 'localized',
              name: 'terms',
              label: m.auctions_terms(),
              help: m.auctions_terms_help(),
              max: 20_000,
              lines: 8,
            },
          ],
        },
      ]}
    />
  )
}
