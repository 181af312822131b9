import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 50,
      to: '/console/center/notifications',
      label: m.notifications_title,
      scope: 'console:center',
      keywords: 'notices notifications center 고객센터 공지 通知公告',
    },
  ],
  scopes: { 'console:center': m.notifications_scope },
  entities: { notifications: m.notifications_title },
}
