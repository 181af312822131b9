import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'people',
      position: 30,
      to: '/console/users/withdrawals',
      label: m.withdrawals_title,
      scope: 'console:withdrawals',
      keywords: 'withdrawals left legal hold 탈퇴 보관 注销',
    },
  ],
  scopes: { 'console:withdrawals': m.withdrawals_scope },
  actions: { open_hold: m.withdrawals_did_open },
}
