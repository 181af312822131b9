import { defineModule } from '#kit/module/module.ts'
import { programmes } from './contract.ts'
import { programmeHandlers } from './server.ts'

/** What the rest of the product needs of the award and rookie programmes. */
export const module = defineModule({
  name: 'programmes',
  site: 'match',
  contract: programmes,
  handlers: programmeHandlers,
})
