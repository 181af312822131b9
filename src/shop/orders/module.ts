import { defineModule } from '#kit/module/module.ts'
import { orders } from './contract.ts'
import { confirmDelivered, dropUnpaid } from './server/change-order-state.ts'
import { describeCancel } from './server/describe-approval.ts'
import { personal } from './server/export-personal-data.ts'
import { pickups } from './server/find-pickups.ts'
import { orderHandlers } from './server/handle-orders.ts'
import { shippingSheet } from './server/import-shipping.ts'
import { ordersOfMember } from './server/list-member-orders.ts'
import { deskOf } from './server/list-waiting-work.ts'
import { papers, statements } from './server/make-order-papers.ts'
import { overview } from './server/summarize-orders.ts'

export const module = defineModule({
  name: 'orders',
  site: 'shop',
  contract: orders,
  handlers: orderHandlers,
  fileUses: {
    shop_order_lines: { section: 'console:shop', entity: 'orders', to: '/console/shop/orders/{id}' },
  },
  asked: { giveUp: describeCancel },
  overview,
  desk: deskOf,
  personal,
  pickups,
  memberParts: [{ key: 'orders', section: 'console:shop', read: ordersOfMember }],
  mount: (server, mounting) => {
    papers.mount(server, mounting)
    statements.mount(server, mounting)
    shippingSheet.mount(server, mounting)
  },
  jobs: { dropUnpaid, confirmDelivered },
  schedules: [
    { cron: '* * * * *', job: 'dropUnpaid' },
    { cron: '15 * * * *', job: 'confirmDelivered' },
  ],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
