import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Routes within the member pages, per language. */
export const publicRoutes = (locale: Locale) => [
  layout('../../people/account/me/layout.tsx', { id: `${locale}/me/part` }, [
    layout('../matchings/my-matchings/public/member-match-frame.tsx', { id: `${locale}/me/part/hall` }, [
      route('me/profiles', 'public/my-profiles.tsx', { id: `${locale}/me/profiles` }),
    ]),
  ]),
]

/** Routes under `/console`. */
export const consoleRoutes = [
  // One screen for list and record, so that the list stays mounted when the record changes.
  route('participations/:id?', 'console/review-screen.tsx', { id: 'participations' }),
]
