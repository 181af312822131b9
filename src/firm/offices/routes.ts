import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('offices', 'console/office-list.tsx'),
  route('offices/create', 'console/office-form.tsx', { id: 'offices/create' }),
  route('offices/:id', 'console/office-form.tsx', { id: 'offices/form' }),
]
