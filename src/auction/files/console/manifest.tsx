import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 60,
      to: '/console/auction/files',
      label: m.catalogues_title,
      scope: 'console:auction',
      keywords: 'catalogues files 도록 파일 图录',
    },
  ],
}
