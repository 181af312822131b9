import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes under `/console`. */
export const consoleRoutes = [
  route('programmes', 'console/list.tsx', { id: 'programmes' }),
  route('programmes/create', 'console/form.tsx', { id: 'programmes/create' }),
  route('programmes/import', 'console/import.tsx', { id: 'programmes/import' }),
  route('programmes/:id', 'console/form.tsx', { id: 'programmes/form' }),
]
