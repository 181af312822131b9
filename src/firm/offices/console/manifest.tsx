import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'firm',
      position: 30,
      to: '/console/offices',
      label: m.shell_place_offices,
      scope: 'console:offices',
      keywords: 'offices contact 지점 연락처 办公室',
    },
  ],
  scopes: { 'console:offices': m.shell_scope_offices },
  entities: { offices: m.shell_place_offices },
}
