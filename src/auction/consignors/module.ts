import { defineModule } from '#kit/module/module.ts'
import { consignors } from './contract.ts'
import { consignorHandlers } from './server.ts'

/** What the rest of the product needs of who brings works. */
export const module = defineModule({
  name: 'consignors',
  site: 'auction',
  contract: consignors,
  handlers: consignorHandlers,
})
