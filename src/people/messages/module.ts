import { defineModule } from '#kit/module/module.ts'
import { messages } from './contract.ts'
import { deleteExpiredRecipients } from './sendings/server/delete-expired-recipients.ts'
import { personal } from './sendings/server/export-personal-data.ts'
import { resumeSendings, runSending } from './sendings/server/run-sending.ts'
import { deleteExpiredMails } from './server/delete-expired-mails.ts'
import { deliverMail } from './server/deliver-mail.ts'
import { messageHandlers } from './server/handle-messages.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'

export const module = defineModule({
  name: 'messages',
  contract: messages,
  handlers: messageHandlers,
  fileUses: {
    message_templates: {
      section: 'console:messages',
      entity: 'message-templates',
      title: 'r.title',
      to: '/console/message-templates/{id}',
      follows: true,
    },
    sendings: { section: 'console:messages', entity: 'sendings', title: 'r.subject', to: '/console/sendings/{id}' },
  },
  isPublic: true,
  scopes: { 'console:messages': ['owner', 'manager'] },
  desk: listWaitingWork,
  personal,
  jobs: {
    deliverMail: (context, { id }) => deliverMail(context, String(id)),
    runSending: (context, { id }) => runSending(context, String(id)),
    resumeSendings,
    forgetMails: deleteExpiredMails,
    forgetRecipients: deleteExpiredRecipients,
  },
  schedules: [
    { cron: '17 * * * *', job: 'forgetMails' },
    { cron: '* * * * *', job: 'resumeSendings' },
    { cron: '41 18 * * *', job: 'forgetRecipients' },
  ],
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
