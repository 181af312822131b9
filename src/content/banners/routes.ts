import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('banners', 'console/banner-list.tsx'),
  route('banners/create', 'console/banner-form.tsx', { id: 'banners/create' }),
  route('banners/:id', 'console/banner-form.tsx', { id: 'banners/form' }),
]
