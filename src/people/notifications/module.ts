import { defineModule } from '#kit/module/module.ts'
import { notifications } from './contract.ts'
import { notificationHandlers } from './server/handle-notifications.ts'

export const module = defineModule({
  name: 'notifications',
  contract: notifications,
  handlers: notificationHandlers,
  fileUses: {
    notifications: {
      section: 'console:center',
      entity: 'notifications',
      title: 'r.title',
      to: '/console/center/notifications/{id}',
      follows: true,
    },
  },
  isPublic: true,
  search: { kinds: { notice: 60 }, tags: ['notifications'] },
  scopes: { 'console:center': ['owner', 'manager', 'editor'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
