import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 40,
      to: '/console/banners',
      label: m.shell_place_banners,
      scope: 'console:banners',
      keywords: 'banners 横幅',
    },
  ],
  scopes: { 'console:banners': m.shell_scope_banners },
  entities: { banners: m.shell_place_banners },
}
