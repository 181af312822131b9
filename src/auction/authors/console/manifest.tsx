import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 50,
      to: '/console/auction/authors',
      label: m.authors_title,
      scope: 'console:auction',
      keywords: 'authors artists 작가 화가 艺术家',
    },
  ],
  entities: { authors: m.authors_title },
}
