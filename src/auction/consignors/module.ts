import { defineModule } from '#kit/module/module.ts'
import { consignors } from './contract.ts'
import { consignorHandlers } from './server/handle-consignors.ts'

export const module = defineModule({
  name: 'consignors',
  site: 'auction',
  contract: consignors,
  handlers: consignorHandlers,
})
