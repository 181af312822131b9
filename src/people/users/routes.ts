import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('users', 'console/list.tsx'),
  route('users/create', 'console/create-member.tsx'),
  route('users/:id', 'console/member.tsx'),
  route('users/:id/edit', 'console/edit-member.tsx'),
]
