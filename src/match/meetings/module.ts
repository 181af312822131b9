import { defineModule } from '#kit/module/module.ts'
import { meetings } from './contract.ts'
import { sweepMeetings } from './jobs.ts'
import { meetingHandlers } from './server.ts'
import { knownFiles, personal } from './service-files.ts'

export const module = defineModule({
  name: 'meetings',
  site: 'match',
  contract: meetings,
  handlers: meetingHandlers,
  isPublic: true,
  knownFiles,
  personal,
  jobs: { sweepMeetings },
  schedules: [{ cron: '41 4 * * *', job: 'sweepMeetings' }],
})
