import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Routes per locale. The customer center belongs to all sites and does not depend on which are enabled. */
export const publicRoutes = (locale: Locale) => {
  const routeId = (name: string) => ({ id: `${locale}/center/${name}` })
  return [
    layout('public/center-route-layout.tsx', routeId('frame'), [
      route('center/notices', 'public/notice-list-page.tsx', routeId('notices')),
      route('center/notices/:notice', 'public/notice-page.tsx', routeId('notice')),
      route('center/faq', 'public/faq-page.tsx', routeId('faq')),
      route('center/questions', 'public/questions-page.tsx', routeId('questions')),
    ]),
  ]
}
