import { actOnEach, type ListAction } from '#console/kit/list/actions/list-actions.ts'
import { askReason } from '#console/kit/parts/dialogs/ask-reason.tsx'
import { m } from '#messages/messages.js'
import { promptParcel } from '../shipping/console/parcel-field.tsx'
import { client, formatWon } from './resource.tsx'

/** Staff actions on orders, for the bulk actions of the list and for the order screen. */
export const orderActions = <Order extends { _id: string; number: string }>(
  nameOf: (order: Order) => string,
  totalOf: (order: Order) => number,
): ListAction<Order>[] => [
  {
    key: 'pay',
    label: m.orders_act_pay(),
    icon: 'check',
    confirm: (records) => ({
      title: m.orders_pay_title({ count: records.length }),
      text: records.map((order) => `${order.number} ${formatWon(totalOf(order))}`).join(', '),
      label: m.orders_act_pay(),
    }),
    run: actOnEach<Order>(({ _id }) => client.pay({ params: { id: _id }, body: {} })),
    doneText: (count) => m.orders_said_paid({ count }),
  },
  {
    key: 'prepare',
    label: m.orders_act_prepare(),
    icon: 'archive',
    run: actOnEach<Order>(({ _id }) => client.prepare({ params: { id: _id } })),
    doneText: (count) => m.orders_said_prepared({ count }),
  },
  {
    key: 'ready',
    label: m.orders_act_ready(),
    icon: 'bookmark',
    run: actOnEach<Order>(({ _id }) => client.ready({ params: { id: _id } })),
    doneText: (count) => m.orders_said_ready({ count }),
  },
  {
    key: 'ship',
    label: m.orders_act_ship(),
    icon: 'external',
    // Each parcel needs its own tracking number; many orders are shipped by spreadsheet instead.
    appliesTo: (_filters, chosen) => chosen === 1,
    run: async (records) => {
      const parcel = await promptParcel(records.map(nameOf).join(', '))
      if (!parcel) return { done: 0, failed: [] }
      return actOnEach<Order>(({ _id }) => client.ship({ params: { id: _id }, body: parcel }))(records)
    },
    doneText: (count) => m.orders_said_shipped({ count }),
  },
  {
    key: 'deliver',
    label: m.orders_act_deliver(),
    icon: 'pin',
    run: actOnEach<Order>(({ _id }) => client.deliver({ params: { id: _id } })),
    doneText: (count) => m.orders_said_delivered({ count }),
  },
  {
    key: 'cancel',
    label: m.orders_act_cancel(),
    icon: 'close',
    isHarmful: true,
    needs: 'console:refunds',
    run: async (records) => {
      const reason = await askReason({
        title: m.orders_cancel_title(),
        text: records.map(nameOf).join(', '),
        label: m.orders_act_cancel(),
        harm: true,
      })
      if (reason === null) return { done: 0, failed: [] }
      return actOnEach<Order>(({ _id }) => client.giveUp({ params: { id: _id }, body: { reason } }))(records)
    },
    doneText: (count) => m.orders_said_cancelled({ count }),
  },
]
