import { defineModule } from '#kit/module/module.ts'
import { meetings } from './contract.ts'
import { knownFiles, personal } from './files/server/attach-meeting-file.ts'
import { sweepMeetings } from './server/delete-old-meeting-data.ts'
import { meetingHandlers } from './server/handle-meetings.ts'

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
