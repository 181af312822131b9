import { defineModule } from '#kit/module/module.ts'
import { search } from './contract.ts'
import { searchHandlers } from './server.ts'

/** What the rest of the product needs of search. */
export const module = defineModule({
  name: 'search',
  contract: search,
  handlers: searchHandlers,
  isPublic: true,
})
