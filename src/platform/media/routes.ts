import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

export const consoleRoutes = [
  route('media', 'console/media-list.tsx'),
  route('media/:id', 'console/media-form.tsx', { id: 'media/form' }),
]
