import { defineModule } from '#kit/module/module.ts'
import { comments } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { commentHandlers } from './server/handle-comments.ts'

export const module = defineModule({
  name: 'comments',
  contract: comments,
  handlers: commentHandlers,
  isPublic: true,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
