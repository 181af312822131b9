import { defineModule } from '#kit/module/module.ts'
import { checkins } from './contract.ts'
import { checkinHandlers } from './server.ts'

/** What the rest of the product needs of the doors of fairs. */
export const module = defineModule({
  name: 'checkins',
  site: 'match',
  contract: checkins,
  handlers: checkinHandlers,
})
