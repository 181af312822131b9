import { defineModule } from '#kit/module/module.ts'
import { programmes } from './contract.ts'
import { programmeHandlers } from './server/handle-programmes.ts'

export const module = defineModule({
  name: 'programmes',
  site: 'match',
  contract: programmes,
  handlers: programmeHandlers,
})
