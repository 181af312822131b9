import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  series: [
    {
      key: 'statistics.visits',
      position: 5,
      title: m.statistics_visits,
      unit: m.statistics_visits_unit,
      change: (difference) =>
        difference > 0 ? m.statistics_more({ count: difference }) : m.statistics_fewer({ count: -difference }),
    },
  ],
}
