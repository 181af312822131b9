import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('banners', 'console/list.tsx'),
  route('banners/create', 'console/form.tsx', { id: 'banners/create' }),
  route('banners/:id', 'console/form.tsx', { id: 'banners/form' }),
]
