import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'firm',
      position: 40,
      to: '/console/pages',
      label: m.pages_title,
      scope: 'console:pages',
      keywords: 'pages home sections 구역 홈 首页',
    },
  ],
  scopes: { 'console:pages': m.shell_scope_pages },
  entities: { pages: m.shell_place_pages },
}
