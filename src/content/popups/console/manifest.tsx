import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'posts',
      position: 30,
      to: '/console/popups',
      label: m.popups_title,
      scope: 'console:popups',
      count: 'popups.shown',
      keywords: 'popups 알림 弹窗',
    },
  ],
  scopes: { 'console:popups': m.shell_scope_popups },
  entities: { popups: m.shell_place_popups },
  figures: [{ key: 'popups.shown', position: 20, text: (count) => m.popups_figure_shown({ count }) }],
  moments: { 'popups.start': m.dashboard_soon_popup_start, 'popups.end': m.dashboard_soon_popup_end },
  sources: [
    {
      key: 'popups',
      position: 30,
      scope: 'console:popups',
      find: (...input) => import('./popups-palette.tsx').then(({ find }) => find(...input)),
    },
  ],
}
