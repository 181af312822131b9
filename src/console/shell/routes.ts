import type { RouteConfigEntry } from '@react-router/dev/routes'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Routes of the console: one shell around all screens of the modules, without language prefix. */
export const shellRoutes = (screens: RouteConfigEntry[]): RouteConfigEntry[] => [
  route('console/style/public', 'style/public-parts.tsx'),
  route('console', 'layout.tsx', {}, [
    layout('screens.tsx', {}, [
      index('home.ts'),
      route('dashboard', 'desk/dashboard.tsx'),
      ...screens,
      route('style', 'style/style-guide.tsx'),
      route('*', 'screens/missing.tsx'),
    ]),
  ]),
]
