import { defineModule } from '#kit/module/module.ts'
import { checkins } from './contract.ts'
import { checkinHandlers } from './server/handle-checkins.ts'

export const module = defineModule({
  name: 'checkins',
  site: 'match',
  contract: checkins,
  handlers: checkinHandlers,
})
