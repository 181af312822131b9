import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('templates', 'console/template-list.tsx'),
  route('templates/create', 'console/template-form.tsx', { id: 'templates/create' }),
  route('templates/:id', 'console/template-form.tsx', { id: 'templates/form' }),
]
