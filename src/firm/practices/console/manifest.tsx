import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'firm',
      position: 20,
      to: '/console/practices',
      label: m.shell_place_practices,
      scope: 'console:practices',
      keywords: 'practices business 분야 업무 业务',
    },
  ],
  scopes: { 'console:practices': m.shell_scope_practices },
  entities: { practices: m.shell_place_practices },
}
