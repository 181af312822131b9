import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes of one language. */
export const publicRoutes = (locale: Locale) => [
  route('match/meet/:matching', 'public/meeting-page.tsx', { id: `${locale}/match/meet` }),
]
