import { PercentField } from '#console/kit/form/fields/number-unit-field.tsx'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { WonField } from '#shop/money/console/won-field.tsx'
import { ConditionsInput } from '../contract.ts'
import { LevelRatesField } from './level-rates-field.tsx'
import { blank, type ConditionsShape, conditionsId, resource, toInput } from './resource.tsx'

const won = (name: keyof ConditionsShape & string, label: string, help?: string) => ({
  kind: 'custom' as const,
  name,
  label,
  ...(help && { help }),
  render: () => <WonField name={name} label={label} />,
})

/** Settings for every order: bank account, delivery and returns, points, level discounts. */
export default function ConditionsForm() {
  return (
    <FormScreen
      resource={resource}
      only={conditionsId}
      schema={ConditionsInput}
      blank={blank}
      toInput={toInput}
      name={() => m.conditions_title()}
      newTitle={m.conditions_title()}
      back={{ to: '/console/shop/products', label: m.conditions_back() }}
      state={({ account }) => account === '' && <StateMark mark="wrong">{m.conditions_no_account()}</StateMark>}
      review
      groups={[
        {
          title: m.conditions_group_account(),
          fields: [
            {
              kind: 'text',
              name: 'bank',
              label: m.conditions_bank(),
              help: m.conditions_account_help(),
              room: 'short',
            },
            {
              kind: 'text',
              name: 'account',
              label: m.conditions_account(),
              room: 'half',
              placeholder: '000-0000-0000',
            },
            { kind: 'text', name: 'holder', label: m.conditions_holder(), room: 'half' },
            {
              kind: 'number',
              name: 'payDays',
              label: m.conditions_pay_days(),
              help: m.conditions_pay_days_help(),
              min: 1,
              max: 14,
              unit: m.conditions_days(),
            },
          ],
        },
        {
          title: m.conditions_group_delivery(),
          fields: [
            won('deliveryFee', m.conditions_delivery_fee()),
            {
              kind: 'custom',
              name: 'freeFrom',
              label: m.conditions_free_from(),
              help: m.conditions_free_from_help(),
              render: () => (
                <WonField
                  name="freeFrom"
                  label={m.conditions_free_from()}
                  nullable
                  none={m.conditions_free_from_none()}
                />
              ),
            },
            won('returnFee', m.conditions_return_fee(), m.conditions_return_fee_help()),
          ],
        },
        {
          title: m.conditions_group_pickup(),
          fields: [
            {
              kind: 'localized',
              name: 'pickupPlace',
              label: m.conditions_pickup_place(),
              help: m.conditions_pickup_place_help(),
              max: 200,
            },
            { kind: 'text', name: 'pickupFrom', label: m.conditions_pickup_from(), room: 'half', placeholder: '10:00' },
            { kind: 'text', name: 'pickupTo', label: m.conditions_pickup_to(), room: 'half', placeholder: '18:00' },
            {
              kind: 'number',
              name: 'pickupDays',
              label: m.conditions_pickup_days(),
              help: m.conditions_pickup_days_help(),
              min: 1,
              max: 60,
              unit: m.conditions_days(),
            },
          ],
        },
        {
          title: m.conditions_group_points(),
          fields: [
            {
              kind: 'custom',
              name: 'pointRate',
              label: m.conditions_point_rate(),
              render: () => <PercentField name="pointRate" label={m.conditions_point_rate()} />,
            },
            won('reviewPoints', m.conditions_review_points()),
            won('leastPoints', m.conditions_least_points()),
            {
              kind: 'number',
              name: 'pointMonths',
              label: m.conditions_point_months(),
              min: 1,
              max: 60,
              unit: m.conditions_months(),
            },
          ],
        },
        {
          title: m.conditions_group_levels(),
          fields: [
            {
              kind: 'custom',
              name: 'levelRates',
              label: m.conditions_level_rates(),
              help: m.conditions_level_rates_help(),
              wide: true,
              render: () => <LevelRatesField />,
            },
          ],
        },
      ]}
    />
  )
}
