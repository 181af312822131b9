import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes under `/console`. */
export const consoleRoutes = [
  route('fairs', 'console/fair-list.tsx', { id: 'fairs' }),
  route('fairs/create', 'console/fair-form.tsx', { id: 'fairs/create' }),
  route('fairs/:id', 'console/fair-form.tsx', { id: 'fairs/form' }),
]
