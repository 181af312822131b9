import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes under `/console`. */
export const consoleRoutes = [
  route('fairs', 'console/list.tsx', { id: 'fairs' }),
  route('fairs/create', 'console/form.tsx', { id: 'fairs/create' }),
  route('fairs/:id', 'console/form.tsx', { id: 'fairs/form' }),
]
