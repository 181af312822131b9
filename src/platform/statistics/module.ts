import { defineModule } from '#kit/module/module.ts'
import { statistics } from './contract.ts'
import { countVisits, readCounts, readDeskPart } from './server/count-visits.ts'
import { statisticsHandlers } from './server/handle-statistics.ts'

export const module = defineModule({
  name: 'statistics',
  contract: statistics,
  handlers: statisticsHandlers,
  scopes: { 'console:statistics': ['owner', 'manager'] },
  requestListener: countVisits,
  desk: readDeskPart,
  counts: readCounts,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
