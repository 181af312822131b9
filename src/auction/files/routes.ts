import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/files', 'console/list.tsx', { id: 'auction/files' }),
  route('auction/files/create', 'console/form.tsx', { id: 'auction/files/create' }),
  route('auction/files/:id', 'console/form.tsx', { id: 'auction/files/form' }),
]
