import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes under `/console`. */
export const consoleRoutes = [route('fairs/:id/checkin', 'console/check-in-screen.tsx', { id: 'fairs/checkin' })]
