import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [route('audit', 'console/audit.tsx'), route('audit/personal', 'console/personal.tsx')]
