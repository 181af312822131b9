import { defineModule } from '#kit/module/module.ts'
import { reports } from './contract.ts'
import { countsOf } from './server/count-sales.ts'
import { foldDailySums } from './server/fold-daily-sums.ts'
import { reportHandlers } from './server/handle-reports.ts'

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
