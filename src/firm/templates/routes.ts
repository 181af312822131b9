import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('templates', 'console/list.tsx'),
  route('templates/create', 'console/form.tsx', { id: 'templates/create' }),
  route('templates/:id', 'console/form.tsx', { id: 'templates/form' }),
]
