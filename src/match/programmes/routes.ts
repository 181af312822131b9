import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes under `/console`. */
export const consoleRoutes = [
  route('programmes', 'console/programme-list.tsx', { id: 'programmes' }),
  route('programmes/create', 'console/programme-form.tsx', { id: 'programmes/create' }),
  route('programmes/import', 'console/programme-import.tsx', { id: 'programmes/import' }),
  route('programmes/:id', 'console/programme-form.tsx', { id: 'programmes/form' }),
]
