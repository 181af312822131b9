import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('forms/kept', 'outage/console/undeliverable-list.tsx'),
  // One screen: opening another request keeps the list mounted.
  route('forms/:id?', 'inbox/console/request-inbox.tsx'),
]
