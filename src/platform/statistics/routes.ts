import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

export const consoleRoutes = [route('statistics', 'console/statistics-screen.tsx', { id: 'statistics' })]
