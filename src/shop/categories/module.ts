import { defineModule } from '#kit/module/module.ts'
import { categories } from './contract.ts'
import { categoryHandlers } from './server/handle-categories.ts'

export const module = defineModule({
  name: 'categories',
  site: 'shop',
  contract: categories,
  handlers: categoryHandlers,
  isPublic: true,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
