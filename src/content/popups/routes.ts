import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('popups', 'console/popups-screen.tsx'),
  route('popups/create', 'console/popup-form.tsx', { id: 'popups/create' }),
  route('popups/:id', 'console/popup-form.tsx', { id: 'popups/form' }),
]
