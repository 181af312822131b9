import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

export const consoleRoutes = [
  route('synonyms', 'console/synonym-list.tsx', { id: 'synonyms' }),
  route('synonyms/create', 'console/synonym-form.tsx', { id: 'synonyms/create' }),
  route('synonyms/:id', 'console/synonym-form.tsx', { id: 'synonyms/form' }),
]
