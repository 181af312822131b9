import { deleteAction, joinNames } from '#console/kit/list/actions/common-actions.ts'
import { forEachRecord } from '#console/kit/list/actions/list-actions.ts'
import { languagesColumn, nameColumn, updatedColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { exportPeriod, periodText } from '#console/kit/parts/time/publication-period.tsx'
import { m } from '#messages/messages.js'
import { audiences, type Coupon, couponStates } from '../contract.ts'
import {
  audienceLabels,
  client,
  couponName,
  determineState,
  formatDiscount,
  formatMinimum,
  resource,
  stateLabels,
  stateMarks,
} from './resource.tsx'

/** Coupon list: discount, audience, number issued and used. */
export default function CouponList() {
  return (
    <ListScreen
      resource={resource}
      title={m.coupons_title()}
      name={couponName}
      to={({ _id }) => `/console/shop/coupons/${_id}`}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 104,
          value: (coupon) => stateLabels[determineState(coupon)](),
          cell: (coupon) => {
            const state = determineState(coupon)
            return <StateMark mark={stateMarks[state]}>{stateLabels[state]()}</StateMark>
          },
        },
        nameColumn(couponName),
        { key: 'discount', title: m.coupons_discount(), width: 176, value: formatDiscount },
        { key: 'least', title: m.coupons_least(), width: 128, drop: 2, value: formatMinimum },
        {
          key: 'audience',
          title: m.coupons_audience(),
          width: 112,
          drop: 3,
          value: ({ audience }) => audienceLabels[audience](),
        },
        { key: 'code', title: m.coupons_code(), width: 128, optional: true, value: ({ code }) => code },
        {
          key: 'period',
          title: m.coupons_period(),
          width: 212,
          sort: 'endsAt',
          drop: 4,
          value: ({ startsAt, endsAt }) => periodText(startsAt, endsAt),
          exportValue: ({ startsAt, endsAt }) => exportPeriod(startsAt, endsAt),
          hasTimes: true,
        },
        {
          key: 'issued',
          title: m.coupons_issued(),
          width: 96,
          align: 'right',
          value: ({ issued }) => issued,
          cell: ({ issued, limit }) =>
            limit === null ? issued.toLocaleString() : `${issued.toLocaleString()} / ${limit.toLocaleString()}`,
        },
        { key: 'used', title: m.coupons_used(), width: 72, align: 'right', value: ({ used }) => used },
        languagesColumn(({ title }: Coupon) => title),
        updatedColumn(),
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: couponStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
        {
          name: 'audience',
          title: m.coupons_audience(),
          options: audiences.map((value) => ({ value, label: audienceLabels[value]() })),
        },
      ]}
      actions={[
        {
          key: 'withdraw',
          label: m.coupons_act_withdraw(),
          icon: 'close',
          isHarmful: true,
          run: async (records) => {
            const reason = await askReason({
              title: m.coupons_withdraw_title(),
              text: joinNames(records, couponName),
              label: m.coupons_act_withdraw(),
              harm: true,
            })
            if (reason === null) return { done: 0, failed: [] }
            const { done, failed } = await forEachRecord(records, ({ _id }) =>
              client.withdraw({ params: { id: _id }, body: { reason } }),
            )
            return { done: done.length, failed }
          },
          doneText: (count) => m.coupons_said_withdrawn({ count }),
        },
        ...deleteAction(resource, couponName),
      ]}
      search={m.coupons_search()}
      create={{ label: m.coupons_create(), to: '/console/shop/coupons/create' }}
      empty={{ title: m.coupons_empty_title(), text: m.coupons_empty_text() }}
    />
  )
}
