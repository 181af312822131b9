import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [route('auction/live', 'console/live-desk.tsx', { id: 'auction/live' })]
