import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('offices', 'console/list.tsx'),
  route('offices/create', 'console/form.tsx', { id: 'offices/create' }),
  route('offices/:id', 'console/form.tsx', { id: 'offices/form' }),
]
