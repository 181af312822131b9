import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('popups', 'console/popups.tsx'),
  route('popups/create', 'console/form.tsx', { id: 'popups/create' }),
  route('popups/:id', 'console/form.tsx', { id: 'popups/form' }),
]
