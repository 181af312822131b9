import { defineModule } from '#kit/module/module.ts'
import { goods } from './contract.ts'
import { goodHandlers } from './server.ts'
import { keepable } from './service.ts'

/** What the rest of the product needs of what the shop sells. */
export const module = defineModule({
  name: 'goods',
  site: 'shop',
  contract: goods,
  handlers: goodHandlers,
  isPublic: true,
  search: { kinds: { good: 52 }, tags: ['shop'] },
  keepable,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
