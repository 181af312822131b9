import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('forms/kept', 'console/kept.tsx'),
  // One screen: what is open changes, the list beside it stays.
  route('forms/:id?', 'console/desk.tsx'),
]
