import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('pages', 'console/list.tsx'),
  route('pages/create', 'console/form.tsx', { id: 'pages/create' }),
  route('pages/:id', 'console/form.tsx', { id: 'pages/form' }),
]
