import { defineModule } from '#kit/module/module.ts'
import { goods } from './contract.ts'
import { countAllPopularity, countRecentPopularity } from './server/count-popularity.ts'
import { goodHandlers } from './server/handle-goods.ts'
import { bookmarkable } from './server/list-bookmarkable.ts'

export const module = defineModule({
  name: 'goods',
  site: 'shop',
  contract: goods,
  handlers: goodHandlers,
  fileUses: {
    shop_goods: {
      section: 'console:shop',
      entity: 'products',
      title: 'r.name',
      to: '/console/shop/products/{id}',
      follows: true,
      zoom: true,
    },
  },
  isPublic: true,
  search: { kinds: { good: 52 }, tags: ['shop'] },
  bookmarkable: bookmarkable,
  jobs: { countSought: countRecentPopularity, countAllSought: countAllPopularity },
  schedules: [
    { cron: '*/5 * * * *', job: 'countSought' },
    { cron: '40 4 * * *', job: 'countAllSought' },
  ],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
