import { defineModule } from '#kit/module/module.ts'
import { payments } from './contract.ts'
import { paymentHandlers } from './server.ts'

/** What the rest of the product needs of the shop's money. */
export const module = defineModule({ name: 'payments', site: 'shop', contract: payments, handlers: paymentHandlers })
