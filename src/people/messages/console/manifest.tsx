import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 30,
      to: '/console/messages',
      label: m.messages_title,
      scope: 'console:messages',
      words: 'mail messages outbox 메일 이메일 邮件',
    },
  ],
  scopes: { 'console:messages': m.shell_scope_messages },
  entities: { messages: m.audit_entity_messages },
  actions: { resend: m.audit_did_resend },
  works: [
    {
      key: 'messages.mail',
      position: 60,
      title: m.dashboard_mail,
      note: m.dashboard_mail_note,
      all: '/console/messages',
      scope: 'console:messages',
      mark: 'scheduled',
      isUnattended: true,
    },
  ],
}
