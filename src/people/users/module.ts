import { defineModule } from '#kit/module/module.ts'
import { users } from './contract.ts'
import { members } from './contract-members.ts'
import { describeFileRequest } from './server/describe-file-request.ts'
import { memberExport } from './server/export-members.ts'
import { userHandlers } from './server/handle-me.ts'
import { memberHandlers } from './server/handle-members.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'
import { deleteUnclaimedFiles, filterKnownFiles } from './server/store-member-file.ts'
import { personal } from './server/withdraw-member.ts'

export const module = defineModule({
  name: 'users',
  contract: { ...users, ...members },
  handlers: { ...userHandlers, ...memberHandlers },
  scopes: { 'console:users': ['owner', 'manager'], 'console:private-files': ['owner', 'manager'] },
  asked: { lookAtFiles: describeFileRequest },
  mount: memberExport.mount,
  personal,
  desk: listWaitingWork,
  knownFiles: filterKnownFiles,
  jobs: { forgetMemberFiles: deleteUnclaimedFiles },
  schedules: [{ cron: '37 * * * *', job: 'forgetMemberFiles' }],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
