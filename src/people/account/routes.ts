import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Of each language; the addresses of Korean have no language in front. */
export const publicRoutes = (locale: Locale) => [route('login', 'login.tsx', { id: `${locale}/login` })]
