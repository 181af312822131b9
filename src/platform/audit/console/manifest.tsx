import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 40,
      to: '/console/audit',
      label: m.common_place_audit,
      scope: 'console:audit',
      words: 'audit log history 기록 이력',
    },
  ],
  scopes: { 'console:audit': m.shell_scope_audit },
}
