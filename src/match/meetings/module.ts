import { defineModule } from '#kit/module/module.ts'
import { meetings } from './contract.ts'
import { files } from './files/contract.ts'
import { knownFiles, personal } from './files/server/delete-meeting-files.ts'
import { fileHandlers } from './files/server/handle-files.ts'
import { guests } from './guests/contract.ts'
import { guestHandlers } from './guests/server/handle-guests.ts'
import { media } from './media/contract.ts'
import { mediaHandlers } from './media/server/handle-media.ts'
import { sweepMeetings } from './server/delete-old-meeting-data.ts'
import { meetingHandlers } from './server/handle-meetings.ts'

export const module = defineModule({
  name: 'meetings',
  site: 'match',
  contract: { ...meetings, ...guests, ...files, ...media },
  handlers: { ...meetingHandlers, ...guestHandlers, ...fileHandlers, ...mediaHandlers },
  isPublic: true,
  knownFiles,
  personal,
  jobs: { sweepMeetings },
  schedules: [{ cron: '41 4 * * *', job: 'sweepMeetings' }],
})
