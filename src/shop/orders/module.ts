import { defineModule } from '#kit/module/module.ts'
import { orders } from './contract.ts'
import { orderHandlers } from './server.ts'
import { confirmDelivered, dropUnpaid } from './service-acts.ts'
import { describeCancel } from './service-asked.ts'
import { deskOf } from './service-desk.ts'
import { ordersOfMember } from './service-member.ts'
import { overview } from './service-overview.ts'
import { papers, statements } from './service-papers.ts'
import { personal } from './service-personal.ts'
import { pickups } from './service-pickups.ts'
import { shippingSheet } from './service-shipping.ts'

/** What the rest of the product needs of orders. */
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
