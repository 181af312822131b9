import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/programs', 'console/auction-list.tsx', { id: 'auction/programs' }),
  route('auction/programs/create', 'console/auction-form.tsx', { id: 'auction/programs/create' }),
  route('auction/programs/:id', 'console/auction-form.tsx', { id: 'auction/programs/form' }),
  route('auction/programs/:id/entries', 'console/registrations.tsx', { id: 'auction/programs/entries' }),
]
