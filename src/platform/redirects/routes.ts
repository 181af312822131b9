import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

export const consoleRoutes = [
  route('redirects', 'console/redirect-list.tsx'),
  route('redirects/create', 'console/redirect-form.tsx', { id: 'redirects/create' }),
  route('redirects/:id', 'console/redirect-form.tsx', { id: 'redirects/form' }),
]
