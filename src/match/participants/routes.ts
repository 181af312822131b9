import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Within the frame of the member's pages; of each language. */
export const publicRoutes = (locale: Locale) => [
  layout('../../people/account/me/layout.tsx', { id: `${locale}/me/part` }, [
    layout('../matchings/public/hall.tsx', { id: `${locale}/me/part/hall` }, [
      route('me/profiles', 'public/my-profiles.tsx', { id: `${locale}/me/profiles` }),
    ]),
  ]),
]

/** Under `/console`. */
export const consoleRoutes = [
  // One screen: what is open changes, the list beside it stays.
  route('participations/:id?', 'console/review.tsx', { id: 'participations' }),
]
