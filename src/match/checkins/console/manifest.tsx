import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  entities: { checkins: m.checkins_title },
  actions: { arrive: m.checkins_log_arrive, undo_arrival: m.checkins_log_undo },
}
