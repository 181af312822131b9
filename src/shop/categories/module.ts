import { defineModule } from '#kit/module/module.ts'
import { categories } from './contract.ts'
import { categoryHandlers } from './server.ts'

/** What the rest of the product needs of the categories of the shop. */
export const module = defineModule({
  name: 'categories',
  site: 'shop',
  contract: categories,
  handlers: categoryHandlers,
  isPublic: true,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
