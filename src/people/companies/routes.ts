import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('companies', 'console/list.tsx', { id: 'companies/list' }),
  route('companies/:id', 'console/company.tsx', { id: 'companies/company' }),
]
