import { defineModule } from '#kit/module/module.ts'
import { orders } from './contract.ts'
import { papers, statements } from './server/create-order-documents.ts'
import { describeCancel } from './server/describe-approval.ts'
import { personal } from './server/export-personal-data.ts'
import { findPickups } from './server/find-pickups.ts'
import { orderHandlers } from './server/handle-orders.ts'
import { listMemberOrders } from './server/list-member-orders.ts'
import { listWaitingOrders } from './server/list-waiting-work.ts'
import { cancelUnpaidOrders, confirmDeliveredOrders } from './server/run-order-jobs.ts'
import { summarizeOrders } from './server/summarize-orders.ts'
import { shippingSheet } from './shipping/server/export-shipping.ts'

export const module = defineModule({
  name: 'orders',
  site: 'shop',
  contract: orders,
  handlers: orderHandlers,
  fileUses: {
    shop_order_lines: { section: 'console:shop', entity: 'orders', to: '/console/shop/orders/{id}' },
  },
  asked: { giveUp: describeCancel },
  overview: summarizeOrders,
  desk: listWaitingOrders,
  personal,
  pickups: findPickups,
  memberParts: [{ key: 'orders', section: 'console:shop', read: listMemberOrders }],
  mount: (server, mounting) => {
    papers.mount(server, mounting)
    statements.mount(server, mounting)
    shippingSheet.mount(server, mounting)
  },
  jobs: { dropUnpaid: cancelUnpaidOrders, confirmDelivered: confirmDeliveredOrders },
  schedules: [
    { cron: '* * * * *', job: 'dropUnpaid' },
    { cron: '15 * * * *', job: 'confirmDelivered' },
  ],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
