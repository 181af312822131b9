import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

/** Places of the shell itself, which belong to no module. */
export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'today',
      position: 10,
      to: '/console/dashboard',
      label: m.common_place_today,
      keywords: 'dashboard home 대시보드 처음 首页',
    },
    {
      section: 'operation',
      position: 50,
      to: '/console/style',
      label: m.shell_place_style,
      keywords: 'style design components parts 디자인 구성 요소 부품',
    },
    {
      section: 'operation',
      position: 60,
      to: '/console/password',
      label: m.common_place_password,
      keywords: 'password sessions 비밀번호 암호 세션',
    },
  ],
  scopes: { console: m.shell_scope_console },
}
