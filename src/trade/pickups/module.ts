import { defineModule } from '#kit/module/module.ts'
import { pickups } from './contract.ts'
import { pickupHandlers } from './server/handle-pickups.ts'

/** Belongs to no site: it lists the `pickups` of all modules. */
export const module = defineModule({ name: 'pickups', contract: pickups, handlers: pickupHandlers })
