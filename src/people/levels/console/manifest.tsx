import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'people',
      position: 20,
      to: '/console/users/levels',
      label: m.levels_title,
      scope: 'console:levels',
      keywords: 'levels roles scopes permissions 등급 권한 역할 等级 权限',
    },
  ],
  scopes: { 'console:levels': m.levels_scope },
  entities: { levels: m.levels_entity },
}
