import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('redirects', 'console/list.tsx'),
  route('redirects/create', 'console/form.tsx', { id: 'redirects/create' }),
  route('redirects/:id', 'console/form.tsx', { id: 'redirects/form' }),
]
