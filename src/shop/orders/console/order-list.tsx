import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { ListAction } from '#console/kit/list/actions/list-actions.ts'
import { nameColumn } from '#console/kit/list/columns/common-columns.tsx'
import { ListScreen } from '#console/kit/list/list-screen.tsx'
import { useReload } from '#console/kit/list/state/use-reload.ts'
import { Icon } from '#console/kit/parts/icon.tsx'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { shortInstant } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { useLiveEvents } from '#session/live-events.ts'
import { HandOverButton } from '#trade/pickups/console/hand-over-field.tsx'
import { downloadFile } from '#ui/browser/download-file.ts'
import type { ConsoleOrderLine } from '../contract-desk.ts'
import { deliveryMethods, maxStatements, orderStates, paymentMethods } from '../rules.ts'
import { orderStateLabel, stateLabels } from '../rules-state-labels.ts'
import { invoiceColumns, invoiceLabels } from '../tax-invoices/console/invoice-columns.ts'
import { invoiceStates } from '../tax-invoices/rules.ts'
import { orderActions } from './order-actions.tsx'
import { client, deliveryLabels, formatWon, paymentLabels, resource, stateMarks } from './resource.tsx'

const nameOf = ({ number, title, kinds }: ConsoleOrderLine) =>
  kinds > 1 ? `${number} · ${m.orders_and_more({ title, count: kinds - 1 })}` : `${number} · ${title}`

/** Bulk action: one PDF with the statements of the chosen orders, to enclose with their parcels. */
const statements = (): ListAction<ConsoleOrderLine> => ({
  key: 'statements',
  label: m.orders_act_statements(),
  icon: 'download',
  appliesTo: (_filters, chosen) => chosen <= maxStatements,
  run: async (records) => {
    downloadFile((await client.statements({ body: { orders: records.map(({ _id }) => _id) } })).url)
    return { done: records.length, failed: [] }
  },
  doneText: (count) => m.orders_said_statements({ count }),
})

export { headers } from '#console/kit/parts/media/camera-headers.ts'

/** Order list, grouped by the next step. */
export default function OrderList() {
  const reload = useReload(resource.path)
  const actions = orderActions<ConsoleOrderLine>(nameOf, ({ total }) => total)
  useLiveEvents('orders', reload)
  const handOverByCode = async (code: string) => {
    const { order } = await client.handOver({ body: { code } })
    reload()
    return m.orders_said_handed({ number: order.number })
  }
  return (
    <ListScreen
      resource={resource}
      title={m.orders_title()}
      name={nameOf}
      to={({ _id }) => `/console/shop/orders/${_id}`}
      picture={({ picture }) => picture}
      columns={[
        {
          key: 'state',
          title: m.list_column_state(),
          width: 112,
          value: (order) => orderStateLabel(order),
          cell: (order) => <StateMark mark={stateMarks[order.state]}>{orderStateLabel(order)}</StateMark>,
        },
        nameColumn(nameOf),
        {
          key: 'createdAt',
          title: m.orders_received(),
          width: 112,
          sort: 'createdAt',
          value: ({ createdAt }) => shortInstant(createdAt),
        },
        {
          key: 'buyer',
          title: m.orders_buyer(),
          width: 128,
          value: ({ buyer, isGuest }) => (isGuest ? m.orders_guest({ name: buyer }) : buyer),
        },
        {
          key: 'payment',
          title: m.orders_payment(),
          width: 88,
          value: ({ payment, total }) => (total > 0 ? paymentLabels[payment]() : null),
        },
        {
          key: 'total',
          title: m.orders_total(),
          width: 104,
          align: 'right',
          sort: 'total',
          value: ({ total }) => formatWon(total),
        },
        {
          key: 'payUntil',
          title: m.orders_pay_until(),
          width: 120,
          sort: 'payUntil',
          drop: 1,
          entry: 'named',
          value: ({ state, payUntil }) => (state === 'ordered' ? shortInstant(payUntil) : null),
        },
        {
          key: 'tracking',
          title: m.orders_tracking(),
          width: 212,
          drop: 2,
          value: ({ carrier, tracking }) => (tracking ? `${carrier} ${tracking}` : null),
        },
        {
          key: 'openReturns',
          title: m.orders_returns(),
          width: 72,
          align: 'right',
          drop: 3,
          value: ({ openReturns }) => openReturns || null,
        },
        ...invoiceColumns(),
      ]}
      filters={[
        {
          name: 'state',
          title: m.list_column_state(),
          options: orderStates.map((value) => ({ value, label: stateLabels[value](), mark: stateMarks[value] })),
        },
        {
          name: 'way',
          title: m.orders_way(),
          options: deliveryMethods.map((value) => ({ value, label: deliveryLabels[value]() })),
        },
        {
          name: 'payment',
          title: m.orders_payment(),
          options: paymentMethods.map((value) => ({ value, label: paymentLabels[value]() })),
        },
        {
          name: 'invoice',
          title: m.orders_invoice(),
          options: invoiceStates.map((value) => ({ value, label: invoiceLabels[value]() })),
        },
        { name: 'todo', title: m.orders_todo(), options: [{ value: 'true', label: m.orders_todo() }] },
      ]}
      views={(['ordered', 'paid', 'preparing', 'ready', 'shipped'] as const).map((state) => ({
        key: state,
        title: stateLabels[state](),
        filters: { state },
      }))}
      actions={[
        ...actions.filter(({ isHarmful }) => !isHarmful),
        statements(),
        ...actions.filter(({ isHarmful }) => isHarmful),
      ]}
      head={
        <>
          <Button
            component={Link}
            to="/console/shop/orders/shipping"
            variant="subtle"
            leftSection={<Icon name="upload" />}
          >
            {m.orders_shipping()}
          </Button>
          <HandOverButton label={m.orders_hand_over()} send={handOverByCode} access="console:shop" />
        </>
      }
      search={m.orders_search()}
      empty={{ title: m.orders_empty_title(), text: m.orders_empty_text() }}
    />
  )
}
