import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('terms', 'console/list.tsx'),
  route('terms/agreements', 'console/agreements.tsx'),
  route('terms/compare', 'console/compare.tsx'),
  route('terms/create', 'console/form.tsx', { id: 'terms/create' }),
  route('terms/:id', 'console/form.tsx', { id: 'terms/form' }),
]
