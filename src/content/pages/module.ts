import { defineModule } from '#kit/module/module.ts'
import { pages } from './contract.ts'
import { pageHandlers } from './server/handle-pages.ts'

export const module = defineModule({
  name: 'pages',
  contract: pages,
  handlers: pageHandlers,
  fileUses: {
    sections: { section: 'console:pages', entity: 'pages', title: 'r.title', to: '/console/pages/{id}', follows: true },
    pages: {
      section: 'console:pages',
      entity: 'pages',
      table: 'sections',
      title: 'r.title',
      to: '/console/pages/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:pages': ['owner', 'manager', 'editor'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
