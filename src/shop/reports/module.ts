import { defineModule } from '#kit/module/module.ts'
import { reports } from './contract.ts'
import { foldDailySums } from './jobs.ts'
import { reportHandlers } from './server.ts'
import { countsOf } from './service.ts'

/** What the rest of the product needs of the shop's sales statistics. */
export const module = defineModule({
  name: 'reports',
  site: 'shop',
  contract: reports,
  handlers: reportHandlers,
  counts: countsOf,
  jobs: { foldDailySums },
  // After midnight in Seoul.
  schedules: [{ cron: '10 16 * * *', job: 'foldDailySums' }],
})
