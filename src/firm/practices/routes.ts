import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('practices', 'console/practice-list.tsx'),
  route('practices/create', 'console/practice-form.tsx', { id: 'practices/create' }),
  route('practices/:id', 'console/practice-form.tsx', { id: 'practices/form' }),
]
