import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('pages', 'console/section-list.tsx'),
  route('pages/create', 'console/section-form.tsx', { id: 'pages/create' }),
  route('pages/:id', 'console/section-form.tsx', { id: 'pages/form' }),
]
