import { z } from 'zod'
import { ById, headerLine, Instant, listQuery, one, page, recordFields, route } from '#kit/contract.ts'
import { messageTemplates, sendingRoutes, sendings } from './sendings/contract.ts'
import { publicRoutes } from './sendings/contract-opt-outs.ts'

/**
 * An outgoing message. `held`: no sender is configured; it can be read here and sent later. `withdrawn`: its author
 * withdrew it before it was sent.
 */
export const Message = z
  .object({
    ...recordFields,
    channel: z.enum(['mail', 'sms']),
    recipient: z.string(),
    subject: z.string(),
    /**
     * Null if it contains a code or link that opens an account, and a server delivers it or the account is a
     * colleague's.
     */
    html: z.string().nullable(),
    text: z.string().nullable(),
    state: z.enum(['waiting', 'held', 'sent', 'failed', 'withdrawn']),
    attempts: z.number().int(),
    /** Refusal of the server. */
    error: z.string().nullable(),
    sentAt: Instant.nullable(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** List entry, without the text. */
export const MessageLine = Message.omit({ html: true, text: true }).meta({ id: 'MessageLine' })
export type MessageLine = z.infer<typeof MessageLine>

const access = 'console:messages'

export const messages = {
  list: route({
    method: 'GET',
    path: '/api/console/messages',
    access,
    summary: 'Sent and waiting messages, newest first.',
    query: z.strictObject({ ...listQuery(['createdAt']), state: Message.shape.state.optional() }),
    answer: page('messages', MessageLine),
  }),
  get: route({
    method: 'GET',
    path: '/api/console/messages/{id}',
    access,
    summary: 'One message.',
    params: ById,
    answer: one('message', Message),
  }),
  /** Resends messages that were not sent. */
  resend: route({
    method: 'POST',
    path: '/api/console/messages/{id}/resend',
    access,
    summary: 'Resend a held or failed message.',
    params: ById,
    answer: one('message', Message),
    status: 200,
    idempotent: true,
  }),
  test: route({
    method: 'POST',
    path: '/api/console/messages/test',
    access,
    summary: 'Send a test mail with the sender of the settings.',
    body: z.strictObject({ to: z.email().max(200), subject: headerLine(200).min(1).default('Daecheong') }),
    answer: one('message', Message),
    status: 201,
    idempotent: true,
    perMinute: 10,
  }),
  listSendings: sendings.list,
  getSending: sendings.get,
  createSending: sendings.create,
  changeSending: sendings.update,
  removeSending: sendings.remove,
  ...sendingRoutes,
  listTemplates: messageTemplates.list,
  getTemplate: messageTemplates.get,
  createTemplate: messageTemplates.create,
  changeTemplate: messageTemplates.update,
  removeTemplate: messageTemplates.remove,
  ...publicRoutes,
}
