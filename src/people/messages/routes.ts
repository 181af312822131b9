import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [route('messages', 'console/list.tsx'), route('messages/:id', 'console/message.tsx')]
