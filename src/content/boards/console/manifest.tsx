import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'
import { BoardNavigation } from './board-navigation.tsx'
import { boardsPath } from './post-resource.tsx'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'today',
      position: 20,
      to: `${boardsPath}?state=draft`,
      label: m.shell_place_drafts,
      scope: 'console:boards',
      count: 'boards.drafts',
    },
    {
      section: 'today',
      position: 30,
      to: `${boardsPath}?state=scheduled`,
      label: m.shell_place_scheduled,
      scope: 'console:boards',
      count: 'boards.scheduled',
    },
    {
      section: 'posts',
      position: 10,
      to: boardsPath,
      label: m.shell_place_boards,
      scope: 'console:boards',
      keywords: 'boards posts news 소식 글 게시판 文章',
      beneath: { component: BoardNavigation, query: 'code' },
    },
  ],
  scopes: { 'console:boards': m.shell_scope_boards },
  entities: { boards: m.audit_entity_boards },
  pendingWork: [
    {
      key: 'boards.drafts',
      position: 30,
      title: m.dashboard_drafts,
      note: m.dashboard_drafts_note,
      all: `${boardsPath}?state=draft`,
      scope: 'console:boards',
      mark: 'draft',
    },
    {
      key: 'boards.untranslated',
      position: 40,
      title: m.dashboard_untranslated,
      note: m.dashboard_untranslated_note,
      all: `${boardsPath}?state=published`,
      scope: 'console:boards',
      mark: 'published',
    },
    {
      key: 'boards.scheduled',
      position: 50,
      title: m.dashboard_scheduled,
      note: m.dashboard_scheduled_note,
      all: `${boardsPath}?state=scheduled`,
      scope: 'console:boards',
      mark: 'scheduled',
    },
  ],
  waiting: { posts: ['boards.drafts', 'boards.untranslated'] },
  figures: [{ key: 'boards.published', position: 10, text: (count) => m.boards_figure_published({ count }) }],
  series: [
    {
      key: 'boards.published',
      position: 10,
      title: m.dashboard_trend_title,
      unit: m.dashboard_trend_posts,
      change: (difference) =>
        difference > 0
          ? m.dashboard_trend_more({ count: difference })
          : m.dashboard_trend_fewer({ count: -difference }),
    },
  ],
  moments: { 'boards.publish': m.dashboard_soon_publish },
  sources: [
    {
      key: 'boards',
      position: 10,
      scope: 'console:boards',
      find: (...input) => import('./posts-palette.tsx').then(({ find }) => find(...input)),
      narrow: {
        label: (words) => m.palette_filter_boards({ words }),
        to: (words) => `${boardsPath}?q=${encodeURIComponent(words)}`,
      },
    },
  ],
  paletteActions: [
    {
      key: 'write',
      position: 10,
      label: m.common_act_write,
      icon: 'pencil',
      to: `${boardsPath}/create`,
      scope: 'console:boards',
      onDesk: true,
    },
  ],
}
