import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('terms', 'console/overview.tsx'),
  route('terms/versions', 'console/list.tsx', { id: 'terms/versions' }),
  route('terms/create', 'console/form.tsx', { id: 'terms/create' }),
  route('terms/:id', 'console/form.tsx', { id: 'terms/form' }),
]
