import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('lawyers', 'console/list.tsx'),
  route('lawyers/create', 'console/form.tsx', { id: 'lawyers/create' }),
  route('lawyers/:id', 'console/form.tsx', { id: 'lawyers/form' }),
]
