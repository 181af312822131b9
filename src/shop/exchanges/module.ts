import { defineModule } from '#kit/module/module.ts'
import { exchanges } from './contract.ts'
import { exchangeHandlers } from './server/handle-exchanges.ts'

export const module = defineModule({
  name: 'exchanges',
  site: 'shop',
  contract: exchanges,
  handlers: exchangeHandlers,
  fileUses: {
    shop_exchanges: { section: 'console:shop', entity: 'exchanges', to: '/console/shop/exchanges' },
  },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
