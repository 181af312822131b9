import { defineModule } from '#kit/module/module.ts'
import { coupons } from './contract.ts'
import { couponHandlers } from './server.ts'
import { personal } from './service.ts'

export const module = defineModule({
  name: 'coupons',
  site: 'shop',
  contract: coupons,
  handlers: couponHandlers,
  personal,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
