import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  scopes: { 'console:statistics': m.statistics_scope },
  places: [
    {
      section: 'operation',
      position: 5,
      to: '/console/statistics',
      label: m.statistics_title,
      scope: 'console:statistics',
      keywords: 'statistics visits reports 통계 방문 统计 访问',
    },
  ],
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
