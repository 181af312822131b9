import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 10,
      to: '/console/setting',
      label: m.settings_title,
      scope: 'console:setting',
      keywords: 'settings name phone modules 이름 전화 모듈 设置',
    },
  ],
  scopes: { 'console:setting': m.shell_scope_setting },
  entities: { setting: m.shell_place_setting },
}
