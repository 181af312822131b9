import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/files', 'console/catalogue-list.tsx', { id: 'auction/files' }),
  route('auction/files/create', 'console/catalogue-form.tsx', { id: 'auction/files/create' }),
  route('auction/files/:id', 'console/catalogue-form.tsx', { id: 'auction/files/form' }),
]
