import { defineModule } from '#kit/module/module.ts'
import { auth } from './contract.ts'
import { authHandlers } from './server.ts'
import { personal } from './service.ts'

/** What the rest of the product needs of auth. */
export const module = defineModule({
  name: 'auth',
  contract: auth,
  handlers: authHandlers,
  personal,
})
