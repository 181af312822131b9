import { defineModule } from '#kit/module/module.ts'
import { exchanges } from './contract.ts'
import { exchangeHandlers } from './server/handle-exchanges.ts'

/** What the rest of the product needs of goods that are exchanged. */
export const module = defineModule({
  name: 'exchanges',
  site: 'shop',
  contract: exchanges,
  handlers: exchangeHandlers,
  fileUses: {
    shop_exchanges: { section: 'console:shop', entity: 'exchanges', to: '/console/shop/exchanges' },
  },
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
