import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('center/notifications', 'console/list.tsx'),
  route('center/notifications/create', 'console/form.tsx', { id: 'notifications/create' }),
  route('center/notifications/:id', 'console/form.tsx', { id: 'notifications/form' }),
]
