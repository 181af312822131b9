import { defineModule } from '#kit/module/module.ts'
import { programs } from './contract.ts'
import { tellCancelled } from './jobs.ts'
import { programHandlers } from './server.ts'
import { personal } from './service-personal.ts'

export const module = defineModule({
  name: 'programs',
  site: 'auction',
  contract: programs,
  handlers: programHandlers,
  isPublic: true,
  personal,
  jobs: { tellCancelled },
  scopes: { 'console:auction': ['owner', 'manager'] },
})
