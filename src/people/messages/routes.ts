import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('messages', 'console/list.tsx'),
  route('messages/:id', 'console/message.tsx'),
  route('sendings', 'console/sending-list.tsx'),
  route('sendings/create', 'console/sending-form.tsx', { id: 'sendings/create' }),
  route('sendings/:id', 'console/sending.tsx'),
  route('message-templates', 'console/template-list.tsx', { id: 'message-templates' }),
  route('message-templates/create', 'console/template-form.tsx', { id: 'message-templates/create' }),
  route('message-templates/:id', 'console/template-form.tsx', { id: 'message-templates/form' }),
]
