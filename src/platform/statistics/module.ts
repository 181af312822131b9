import { defineModule } from '#kit/module/module.ts'
import { countsOf, countVisits, deskOf } from './service.ts'

/** What the rest of the product needs of statistics. */
export const module = defineModule({
  name: 'statistics',
  contract: {},
  handlers: {},
  front: countVisits,
  desk: deskOf,
  counts: countsOf,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
