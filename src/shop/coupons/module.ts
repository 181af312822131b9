import { defineModule } from '#kit/module/module.ts'
import { coupons } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { couponHandlers } from './server/handle-coupons.ts'

export const module = defineModule({
  name: 'coupons',
  site: 'shop',
  contract: coupons,
  handlers: couponHandlers,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
