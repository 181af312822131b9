import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

export const consoleRoutes = [
  route('audit', 'console/audit-screen.tsx'),
  route('audit/personal', 'console/personal-access-screen.tsx'),
]
