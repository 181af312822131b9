import { defineModule } from '#kit/module/module.ts'
import { carts } from './contract.ts'
import { cartHandlers } from './server.ts'
import { removeOldCarts } from './service.ts'

export const module = defineModule({
  name: 'carts',
  site: 'shop',
  contract: carts,
  handlers: cartHandlers,
  jobs: { removeOldCarts },
  schedules: [{ cron: '20 18 * * *', job: 'removeOldCarts' }],
})
