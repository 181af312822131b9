import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FieldGroup, Option } from '#console/kit/form/form-declaration.ts'
import { FormScreen } from '#console/kit/form/form-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { m } from '#messages/messages.js'
import { audiences, type Coupon, CouponInput } from '../contract.ts'
import { AmountControl } from './amount-control.tsx'
import { issue, withdraw } from './coupon-actions.tsx'
import {
  audienceLabels,
  blank,
  type CouponShape,
  client,
  determineState,
  resource,
  stateLabels,
  stateMarks,
  toInput,
} from './resource.tsx'

const groupsOf =
  (levels: readonly Option<string>[]) =>
  ({ kind, audience }: CouponShape): readonly FieldGroup<CouponShape>[] => [
    {
      title: m.coupons_group_what(),
      fields: [
        { kind: 'localized', name: 'title', label: m.coupons_name(), max: 60 },
        {
          kind: 'choice',
          name: 'kind',
          label: m.coupons_kind(),
          options: [
            { value: 'amount', label: m.coupons_kind_amount() },
            { value: 'rate', label: m.coupons_kind_rate() },
          ],
        },
        {
          kind: 'custom',
          name: 'value',
          label: kind === 'rate' ? m.coupons_rate() : m.coupons_amount(),
          help: m.coupons_value_help(),
          render: () => (
            <AmountControl
              name="value"
              label={kind === 'rate' ? m.coupons_rate() : m.coupons_amount()}
              unit={kind === 'rate' ? '%' : m.coupons_won()}
              isRate={kind === 'rate'}
            />
          ),
        },
        ...(kind === 'rate'
          ? [
              {
                kind: 'custom',
                name: 'cap',
                label: m.coupons_cap(),
                help: m.coupons_cap_help(),
                render: () => <AmountControl name="cap" label={m.coupons_cap()} unit={m.coupons_won()} mayBeEmpty />,
              } as const,
            ]
          : []),
        {
          kind: 'custom',
          name: 'least',
          label: m.coupons_least(),
          help: m.coupons_least_help(),
          render: () => <AmountControl name="least" label={m.coupons_least()} unit={m.coupons_won()} />,
        },
        { kind: 'period', name: 'startsAt', to: 'endsAt', label: m.coupons_period(), help: m.coupons_period_help() },
      ],
    },
    {
      title: m.coupons_group_who(),
      fields: [
        {
          kind: 'choice',
          name: 'audience',
          label: m.coupons_audience(),
          help: m.coupons_audience_help(),
          options: audiences.map((value) => ({ value, label: audienceLabels[value]() })),
        },
        ...(audience === 'level'
          ? [{ kind: 'choice', name: 'level', label: m.coupons_level(), options: levels } as const]
          : []),
        ...(audience === 'code'
          ? [
              {
                kind: 'text',
                name: 'code',
                label: m.coupons_code(),
                help: m.coupons_code_help(),
                room: 'half',
                placeholder: 'SNOW-2026',
              } as const,
            ]
          : []),
        {
          kind: 'custom',
          name: 'limit',
          label: m.coupons_limit(),
          help: m.coupons_limit_help(),
          render: () => <AmountControl name="limit" label={m.coupons_limit()} unit={m.coupons_people()} mayBeEmpty />,
        },
      ],
    },
  ]

/** Number issued and used; the reason if the coupon was withdrawn. */
function CouponState({ coupon }: { coupon: Coupon }) {
  const state = determineState(coupon)
  return (
    <>
      <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
      <span>{m.coupons_counts({ issued: coupon.issued.toLocaleString(), used: coupon.used.toLocaleString() })}</span>
      {coupon.withdrawnReason && <span>{coupon.withdrawnReason}</span>}
    </>
  )
}

function CouponActions({ coupon }: { coupon: Coupon }) {
  const reload = useReload(resource.path)
  const state = determineState(coupon)
  const reloadAfter = async (work: Promise<boolean>) => {
    if (await work) await reload()
  }
  return (
    <>
      {(state === 'coming' || state === 'running') && (
        <Button onClick={() => void reloadAfter(issue(coupon))}>{m.coupons_act_issue()}</Button>
      )}
      {state !== 'withdrawn' && (
        <Button data-harm onClick={() => void reloadAfter(withdraw(coupon))}>
          {m.coupons_act_withdraw()}
        </Button>
      )}
    </>
  )
}

/** Coupon form; a change never affects coupons that are already issued. */
export default function CouponForm() {
  const { data } = useQuery({
    queryKey: [resource.path, 'levels'],
    queryFn: ({ signal }) => client.levels(undefined, { signal }),
  })
  const levels = (data?.levels ?? []).map(({ key, title }) => ({ value: key, label: title }))
  return (
    <FormScreen
      resource={resource}
      schema={CouponInput}
      blank={blank}
      toInput={toInput}
      name={({ title }) => title.ko}
      newTitle={m.coupons_create()}
      back={{ to: '/console/shop/coupons', label: m.coupons_title() }}
      state={(coupon) => <CouponState coupon={coupon} />}
      actions={(_values, coupon) => coupon && <CouponActions coupon={coupon} />}
      groups={groupsOf(levels)}
    />
  )
}
