import { defineModule } from '#kit/module/module.ts'
import { messages } from './contract.ts'
import { deliverMail } from './jobs.ts'
import { messageHandlers } from './server.ts'
import { deskOf, forgetMails } from './service.ts'

/** What the rest of the product needs of messages. */
export const module = defineModule({
  name: 'messages',
  contract: messages,
  handlers: messageHandlers,
  scopes: { 'console:messages': ['owner', 'manager'] },
  desk: deskOf,
  jobs: { deliverMail: (context, { id }) => deliverMail(context, String(id)), forgetMails },
  schedules: [{ cron: '17 * * * *', job: 'forgetMails' }],
})
