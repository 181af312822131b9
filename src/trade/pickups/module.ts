import { defineModule } from '#kit/module/module.ts'
import { pickups } from './contract.ts'
import { pickupHandlers } from './server/handle-pickups.ts'

/** It has no site: it lists what the modules of every site bring (`pickups`). */
export const module = defineModule({ name: 'pickups', contract: pickups, handlers: pickupHandlers })
