import { defineModule } from '#kit/module/module.ts'
import { fairs } from './contract.ts'
import { fairHandlers } from './server/handle-fairs.ts'

export const module = defineModule({
  name: 'fairs',
  site: 'match',
  contract: fairs,
  handlers: fairHandlers,
  fileUses: {
    fairs: { section: 'console:fairs', entity: 'fairs', title: 'r.title', to: '/console/fairs/{id}', follows: true },
  },
  isPublic: true,
  search: { kinds: { fair: 60 }, tags: ['fairs', 'match'] },
  scopes: { 'console:fairs': ['owner', 'manager'] },
})
