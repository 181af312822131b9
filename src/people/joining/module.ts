import { defineModule } from '#kit/module/module.ts'
import { joining } from './contract.ts'
import { joiningHandlers } from './server.ts'

/** What the rest of the product needs of joining. */
export const module = defineModule({ name: 'joining', contract: joining, handlers: joiningHandlers })
