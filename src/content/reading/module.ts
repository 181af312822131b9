import { defineModule } from '#kit/module/module.ts'
import { reading } from './contract.ts'
import { readingHandlers } from './server.ts'

/** What the rest of the product needs of reading. */
export const module = defineModule({
  name: 'reading',
  contract: reading,
  handlers: readingHandlers,
  isPublic: true,
})
