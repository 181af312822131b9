import { defineModule } from '#kit/module/module.ts'
import { reading } from './contract.ts'
import { readingHandlers } from './server/handle-articles.ts'

export const module = defineModule({
  name: 'reading',
  contract: reading,
  handlers: readingHandlers,
  isPublic: true,
})
