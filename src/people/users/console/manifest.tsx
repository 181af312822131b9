import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { membersSource } from './members-palette.tsx'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'people',
      position: 10,
      to: '/console/users',
      label: m.users_title,
      scope: 'console:users',
      keywords: 'users members accounts 회원 계정 사용자 会员',
    },
    {
      section: 'people',
      position: 12,
      to: '/console/users?state=locked',
      label: m.users_locked_place,
      scope: 'console:users',
    },
  ],
  scopes: { 'console:users': m.users_scope, 'console:private-files': m.users_scope_files },
  entities: { consents: m.users_entity_consents },
  actions: {
    look: m.users_did_look,
    lock: m.users_did_lock,
    unlock: m.users_did_unlock,
    sign_out: m.users_did_sign_out,
    reset: m.users_did_reset,
    reset_second_step: m.users_did_reset_second_step,
    warn_dormant: m.users_did_warn_dormant,
    rest: m.users_did_rest,
    wake: m.users_did_wake,
    export_members: m.users_did_export,
    import_members: m.users_did_import,
  },
  pendingWork: [
    {
      key: 'users.phones',
      position: 90,
      title: m.users_work_phones,
      note: m.users_work_phones_note,
      all: '/console/users',
      scope: 'console:users',
      mark: 'new',
    },
  ],
  sources: [membersSource],
}
