import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('users/withdrawals', 'console/list.tsx'),
  route('users/withdrawals/:id', 'console/withdrawal.tsx'),
]
