import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type Listener, listen } from '../db/listen.ts'
import { AppError } from '../errors.ts'
import { mayRead } from '../scopes.ts'
import { type Authenticate, bearer } from '../server/http.ts'
import { eventChannel } from './publish.ts'

/** Where a tab asks for its events. */
export const eventsPath = '/api/v1/events'

interface Reader {
  userId: string
  scopes: readonly string[]
  response: ServerResponse
}

interface Told {
  users: string[]
  scope?: `console:${string}`
  topic: string
  id: string
}

/** Milliseconds between comments that keep proxies from closing a quiet stream. */
const beat = 15_000
/** Milliseconds after which a stream ends: the tab comes again with the rights it has by then. */
const longest = 5 * 60_000
/** Streams of one account. */
const mostStreams = 10

interface EventsOptions {
  /** Direct address of the database: a transaction pooler would swallow notifications. */
  url: string
  authenticate: Authenticate
}

/**
 * Server-sent events (WHATWG HTML, 9.2) for everybody who is logged in: one stream a tab, fed by LISTEN/NOTIFY, so that it
 * does not matter which process made the change. A stream says that something changed, never what: nothing can leak
 * here. After a lost connection to the database every reader is told `missed` and fetches again.
 */
export const mountEvents = (server: FastifyInstance, { url, authenticate }: EventsOptions): void => {
  const readers = new Set<Reader>()
  let listener: Listener | undefined
  let wasHeard = false

  const write = (reader: Reader, event: string, data: object) =>
    reader.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

  const tell = (payload: string) => {
    const { users, scope, topic, id } = JSON.parse(payload) as Told
    for (const reader of readers)
      if (users.includes(reader.userId) || (scope && mayRead(reader.scopes, scope)))
        write(reader, 'changed', { topic, id })
  }

  const heard = (hearing: boolean) => {
    if (hearing && wasHeard) for (const reader of readers) write(reader, 'missed', {})
    wasHeard ||= hearing
  }

  server.get(eventsPath, async (request, reply) => {
    const token = bearer(request.headers.authorization)
    const principal = token ? await authenticate(token) : null
    if (!principal) throw new AppError(token ? 'session_expired' : 'login_required')
    const { userId, scopes } = principal
    if ([...readers].filter((reader) => reader.userId === userId).length >= mostStreams)
      throw new AppError('too_many', { retryAfter: 60 })
    listener ??= listen({ url, channel: eventChannel, onMessage: tell, onState: heard })

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    const reader: Reader = { userId, scopes, response: raw }
    readers.add(reader)
    write(reader, 'ready', {})
    const beating = setInterval(() => raw.write(': beat\n\n'), beat)
    const ending = setTimeout(() => raw.end(), longest)
    raw.on('close', () => {
      readers.delete(reader)
      clearInterval(beating)
      clearTimeout(ending)
    })
  })

  // Before the server waits for its requests to end: these never would.
  server.addHook('preClose', async () => {
    for (const { response } of readers) response.end()
    await listener?.close()
  })
}
