import { defineModule } from '#kit/module/module.ts'
import { carts } from './contract.ts'
import { removeOldCarts } from './server/delete-old-carts.ts'
import { cartHandlers } from './server/handle-carts.ts'

export const module = defineModule({
  name: 'carts',
  site: 'shop',
  contract: carts,
  handlers: cartHandlers,
  jobs: { removeOldCarts },
  schedules: [{ cron: '20 18 * * *', job: 'removeOldCarts' }],
})
