import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 20,
      to: '/console/auction/works',
      label: m.works_title,
      scope: 'console:auction',
      keywords: 'works lots 작품 로트 拍品',
    },
  ],
  entities: { works: m.works_title },
  actions: { withdraw: m.works_act_withdraw, import: m.works_import },
}
