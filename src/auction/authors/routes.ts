import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/authors', 'console/author-list.tsx', { id: 'auction/authors' }),
  route('auction/authors/create', 'console/author-form.tsx', { id: 'auction/authors/create' }),
  route('auction/authors/:id', 'console/author-form.tsx', { id: 'auction/authors/form' }),
]
