import { defineModule } from '#kit/module/module.ts'
import { reviews } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { reviewHandlers } from './server/handle-reviews.ts'

export const module = defineModule({
  name: 'reviews',
  site: 'shop',
  contract: reviews,
  handlers: reviewHandlers,
  fileUses: {
    shop_reviews: { section: 'console:shop', entity: 'reviews', to: '/console/shop/reviews/{id}' },
  },
  isPublic: true,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
