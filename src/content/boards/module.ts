import { defineModule } from '#kit/module/module.ts'
import { boards } from './contract.ts'
import { boardHandlers } from './server.ts'
import { deskOf, findShown } from './service.ts'

/** What the rest of the product needs of boards. */
export const module = defineModule({
  name: 'boards',
  contract: boards,
  handlers: boardHandlers,
  isPublic: true,
  scopes: { 'console:boards': ['owner', 'manager', 'editor'] },
  search: { kinds: { project: 30, story: 40 }, tags: ['board:project', 'board:news'], site: 'firm' },
  desk: deskOf,
  keepable: { post: findShown },
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
