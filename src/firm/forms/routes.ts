import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('forms', 'console/list.tsx'),
  route('forms/kept', 'console/kept.tsx'),
  route('forms/:id', 'console/request.tsx'),
]
