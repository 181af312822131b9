import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 90,
      to: '/console/statistics',
      label: m.reports_title,
      scope: 'console:shop',
      words: 'statistics sales reports 매출 통계 统计 销售额',
    },
  ],
}
