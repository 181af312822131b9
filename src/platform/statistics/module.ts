import { defineModule } from '#kit/module/module.ts'
import { statistics } from './contract.ts'
import { countVisits, readCounts, readDeskPart } from './server/count-visits.ts'
import { statisticsHandlers } from './server/handle-statistics.ts'

export const module = defineModule({
  name: 'statistics',
  contract: statistics,
  handlers: statisticsHandlers,
  scopes: { 'console:statistics': ['owner', 'manager'] },
  front: countVisits,
  desk: readDeskPart,
  counts: readCounts,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
