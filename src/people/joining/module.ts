import { defineModule } from '#kit/module/module.ts'
import { joining } from './contract.ts'
import { joiningHandlers } from './server/handle-join.ts'

export const module = defineModule({ name: 'joining', contract: joining, handlers: joiningHandlers })
