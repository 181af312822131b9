import { defineModule } from '#kit/module/module.ts'
import { payments } from './contract.ts'
import { checkAttempts } from './server/check-attempts.ts'
import { describeRefund, describeStray } from './server/describe-approval.ts'
import { paymentHandlers } from './server/handle-payments.ts'
import { mountWebhooks } from './server/mount-webhooks.ts'
import { sendCardRefund } from './server/refund-card.ts'
import { refundStray } from './server/refund-stray.ts'

export const module = defineModule({
  name: 'payments',
  site: 'shop',
  isPublic: true,
  contract: payments,
  handlers: paymentHandlers,
  scopes: { 'console:refunds': ['owner', 'manager'] },
  asked: { done: describeRefund, strayDone: describeStray },
  mount: mountWebhooks,
  jobs: {
    checkAttempts,
    sendCardRefund: (context, { id }) => sendCardRefund(context, String(id)),
    returnStray: (context, { id }) => refundStray(context, String(id)),
  },
  schedules: [{ cron: '* * * * *', job: 'checkAttempts' }],
})
