import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  entities: { users: m.audit_entity_users },
  actions: { login: m.audit_did_login, logout: m.audit_did_logout, password: m.audit_did_password },
}
