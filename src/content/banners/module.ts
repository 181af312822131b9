import { defineModule } from '#kit/module/module.ts'
import { banners } from './contract.ts'
import { bannerHandlers } from './server/handle-banners.ts'

export const module = defineModule({
  name: 'banners',
  contract: banners,
  handlers: bannerHandlers,
  fileUses: {
    banners: {
      section: 'console:banners',
      entity: 'banners',
      title: 'r.title',
      to: '/console/banners/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:banners': ['owner', 'manager', 'editor'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
