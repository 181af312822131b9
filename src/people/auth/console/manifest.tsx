import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  entities: { users: m.audit_entity_users, withdrawals: m.audit_entity_withdrawals },
  actions: {
    login: m.audit_did_login,
    logout: m.audit_did_logout,
    password: m.audit_did_password,
    join: m.audit_did_join,
    recover: m.audit_did_recover,
    twoStepOn: m.audit_did_two_step_on,
    twoStepOff: m.audit_did_two_step_off,
    recoveryCodes: m.audit_did_recovery_codes,
    appChanged: m.audit_did_app_changed,
    contactChanged: m.audit_did_contact_changed,
    passkeyAdded: m.audit_did_passkey_added,
    passkeyRemoved: m.audit_did_passkey_removed,
    withdraw: m.audit_did_withdraw,
  },
}
