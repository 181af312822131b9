import { defineModule } from '#kit/module/module.ts'
import { points } from './contract.ts'
import { expirePoints } from './server/expire-points.ts'
import { personal } from './server/export-personal-data.ts'
import { pointHandlers } from './server/handle-points.ts'

export const module = defineModule({
  name: 'points',
  site: 'shop',
  contract: points,
  handlers: pointHandlers,
  personal,
  jobs: { expirePoints },
  schedules: [{ cron: '5 15 * * *', job: 'expirePoints' }],
})
