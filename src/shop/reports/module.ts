import { defineModule } from '#kit/module/module.ts'
import { reports } from './contract.ts'
import { countDailySales } from './server/count-sales.ts'
import { foldDailySums } from './server/fold-daily-sums.ts'
import { reportHandlers } from './server/handle-reports.ts'

export const module = defineModule({
  name: 'reports',
  site: 'shop',
  contract: reports,
  handlers: reportHandlers,
  counts: countDailySales,
  jobs: { foldDailySums },
  // 01:10 in Seoul.
  schedules: [{ cron: '10 16 * * *', job: 'foldDailySums' }],
})
