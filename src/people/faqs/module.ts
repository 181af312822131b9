import { defineModule } from '#kit/module/module.ts'
import { faqs } from './contract.ts'
import { faqHandlers } from './server/handle-faqs.ts'

export const module = defineModule({
  name: 'faqs',
  contract: faqs,
  handlers: faqHandlers,
  fileUses: {
    faqs: {
      section: 'console:center',
      entity: 'faqs',
      title: 'r.question',
      to: '/console/center/faqs/{id}',
      follows: true,
    },
  },
  isPublic: true,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
