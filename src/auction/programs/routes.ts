import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/programs', 'console/list.tsx', { id: 'auction/programs' }),
  route('auction/programs/create', 'console/form.tsx', { id: 'auction/programs/create' }),
  route('auction/programs/:id', 'console/form.tsx', { id: 'auction/programs/form' }),
  route('auction/programs/:id/entries', 'console/entries.tsx', { id: 'auction/programs/entries' }),
]
