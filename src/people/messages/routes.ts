import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('messages', 'console/list.tsx'),
  route('messages/:id', 'console/message.tsx'),
  route('sendings', 'sendings/console/sending-list.tsx'),
  route('sendings/create', 'sendings/console/sending-form.tsx', { id: 'sendings/create' }),
  route('sendings/:id', 'sendings/console/sending.tsx'),
  route('message-templates', 'sendings/console/template-list.tsx', { id: 'message-templates' }),
  route('message-templates/create', 'sendings/console/template-form.tsx', { id: 'message-templates/create' }),
  route('message-templates/:id', 'sendings/console/template-form.tsx', { id: 'message-templates/form' }),
]
