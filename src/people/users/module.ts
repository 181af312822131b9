import { defineModule } from '#kit/module/module.ts'
import { users } from './contract.ts'
import { members } from './contract-members.ts'
import { userHandlers } from './server.ts'
import { memberHandlers } from './server-members.ts'
import { personal } from './service.ts'
import { describeLook } from './service-asked.ts'
import { forgetFiles, knownFiles } from './service-files.ts'
import { memberExport } from './service-sheet.ts'

export const module = defineModule({
  name: 'users',
  contract: { ...users, ...members },
  handlers: { ...userHandlers, ...memberHandlers },
  scopes: { 'console:users': ['owner', 'manager'], 'console:private-files': ['owner', 'manager'] },
  asked: { lookAtFiles: describeLook },
  mount: memberExport.mount,
  personal,
  knownFiles,
  jobs: { forgetMemberFiles: forgetFiles },
  schedules: [{ cron: '37 * * * *', job: 'forgetMemberFiles' }],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
