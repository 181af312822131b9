import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'match',
      position: 10,
      to: '/console/fairs',
      label: m.fairs_title,
      scope: 'console:fairs',
      keywords: 'fairs events match 행사 페어 매칭 展会 活动',
    },
  ],
  scopes: { 'console:fairs': m.fairs_scope },
  entities: { fairs: m.fairs_title },
}
