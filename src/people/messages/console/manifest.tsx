import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'operation',
      position: 26,
      to: '/console/sendings',
      label: m.sendings_title,
      scope: 'console:messages',
      keywords: 'messages campaigns send sms advertising 메시지 문자 광고 발송 消息 短信',
    },
    {
      section: 'operation',
      position: 28,
      to: '/console/message-templates',
      label: m.message_templates_title,
      scope: 'console:messages',
      keywords: 'templates 양식 模板',
    },
    {
      section: 'operation',
      position: 30,
      to: '/console/messages',
      label: m.messages_title,
      scope: 'console:messages',
      keywords: 'mail messages outbox 메일 이메일 邮件',
    },
  ],
  scopes: { 'console:messages': m.shell_scope_messages },
  entities: {
    messages: m.audit_entity_messages,
    sendings: m.sendings_title,
    'message-templates': m.message_templates_title,
  },
  actions: {
    resend: m.audit_did_resend,
    send: m.audit_did_send,
    cancel: m.audit_did_cancel,
    ask: m.audit_did_ask,
    approve: m.audit_did_approve,
    return: m.audit_did_return,
    test: m.audit_did_test,
  },
  pendingWork: [
    {
      key: 'messages.asked',
      position: 55,
      title: m.dashboard_sendings,
      note: m.dashboard_sendings_note,
      all: '/console/sendings?state=asked',
      scope: 'console:messages',
      mark: 'new',
    },
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
