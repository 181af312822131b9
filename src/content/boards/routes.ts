import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('boards', 'console/post-list.tsx'),
  route('boards/create', 'console/post-screen.tsx', { id: 'boards/create' }),
  route('boards/:id', 'console/post-screen.tsx', { id: 'boards/post' }),
]
