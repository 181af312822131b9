import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 40,
      to: '/console/audit',
      label: m.common_place_audit,
      scope: 'console:audit',
      keywords: 'audit log history 기록 이력',
    },
    {
      section: 'operation',
      position: 41,
      to: '/console/audit/personal',
      label: m.audit_personal_title,
      scope: 'console:audit',
      keywords: 'personal data access privacy log 개인정보 접근 열람 기록',
    },
  ],
  actions: { list: m.audit_act_list },
  scopes: { 'console:audit': m.shell_scope_audit },
}
