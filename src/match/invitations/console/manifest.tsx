import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  entities: { match_invitations: m.invitations_kind },
  actions: {
    invite_buyer: m.invitations_log_invite,
    withdraw_invitation: m.invitations_log_withdraw,
    decline_invitation: m.invitations_log_decline,
  },
}
