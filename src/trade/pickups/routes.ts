import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Routes per locale, inside the layout of the member's pages. */
export const publicRoutes = (locale: Locale) => [
  layout('../../people/account/me/layout.tsx', { id: `${locale}/me/trade` }, [
    route('me/pickups', 'public/my-pickups.tsx', { id: `${locale}/me/pickups` }),
  ]),
]
