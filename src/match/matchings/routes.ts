import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Member pages of Match within the common member frame, for one locale. */
export const publicRoutes = (locale: Locale) => [
  layout('../../people/account/me/layout.tsx', { id: `${locale}/me/match` }, [
    layout('my-matchings/public/member-match-frame.tsx', { id: `${locale}/me/match/hall` }, [
      route('me/fairs', 'my-matchings/public/my-fairs.tsx', { id: `${locale}/me/fairs` }),
      route('me/matchings', 'my-matchings/public/my-matchings.tsx', { id: `${locale}/me/matchings` }),
      route('me/matchings/:id', 'my-matchings/public/my-matching.tsx', { id: `${locale}/me/matching` }),
      route('me/matchings/:id/schedules', 'my-matchings/public/my-matching.tsx', { id: `${locale}/me/matching/times` }),
      route('me/schedule/:fair', 'availability/public/my-schedule.tsx', { id: `${locale}/me/schedule` }),
    ]),
  ]),
]

/** Screens under `/console`. */
export const consoleRoutes = [
  route('fairs/:id/board', 'schedule-board/console/board-screen.tsx', { id: 'fairs/board' }),
  route('fairs/:id/message', 'audience/console/fair-message.tsx', { id: 'fairs/message' }),
  route('matchings', 'console/matching-list.tsx', { id: 'matchings' }),
  route('matchings/:id', 'console/matching-screen.tsx', { id: 'matchings/matching' }),
]
