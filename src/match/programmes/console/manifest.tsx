import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'match',
      position: 20,
      to: '/console/programmes',
      label: m.programmes_title,
      scope: 'console:fairs',
      keywords: 'programmes award rookie 어워드 루키 명단 名单',
    },
  ],
  entities: { programmes: m.programmes_title },
  actions: { import: m.programmes_did_import },
}
