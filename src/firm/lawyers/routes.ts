import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('lawyers', 'console/lawyer-list.tsx'),
  route('lawyers/create', 'console/lawyer-form.tsx', { id: 'lawyers/create' }),
  route('lawyers/:id', 'console/lawyer-form.tsx', { id: 'lawyers/form' }),
]
