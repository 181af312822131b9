import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('synonyms', 'console/list.tsx', { id: 'synonyms' }),
  route('synonyms/create', 'console/form.tsx', { id: 'synonyms/create' }),
  route('synonyms/:id', 'console/form.tsx', { id: 'synonyms/form' }),
]
