import { defineModule } from '#kit/module/module.ts'
import { dashboard } from './contract.ts'
import { dashboardHandlers } from './server/handle-dashboard.ts'

export const module = defineModule({
  name: 'dashboard',
  contract: dashboard,
  handlers: dashboardHandlers,
})
