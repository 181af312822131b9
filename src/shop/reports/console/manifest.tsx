import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { ReportSlot, ReportTabs } from './report-tabs.tsx'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 90,
      to: '/console/statistics?view=months',
      label: m.reports_title,
      scope: 'console:shop',
      keywords: 'sales reports 매출 销售额',
    },
  ],
  slots: { 'statistics.tabs': ReportTabs, 'statistics.view': ReportSlot },
}
