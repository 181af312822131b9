import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Listener, listen } from '../db/listen.ts'
import { AppError } from '../errors.ts'
import { mayRead } from '../scopes.ts'
import type { Scope } from '../server/context.ts'
import { type Authenticate, readBearerToken, scopeOf } from '../server/http/mount-kernel.ts'
import { checkAccess } from '../server/kernel.ts'
import { eventChannel } from './publish-event.ts'

export const eventsPath = '/api/v1/events'

interface Reader {
  userId: string
  scopes: readonly string[]
  response: ServerResponse
}

/** Route declaration of the stream, for its access check: open to every account that may use other member routes. */
const listening = { method: 'GET', path: eventsPath, access: 'member', summary: 'Events.' } as const

interface Told {
  users: string[]
  scope?: `console:${string}`
  topic: string
  id: string
}

/** Milliseconds between heartbeat comments, which keep proxies from closing an idle stream. */
const beat = 15_000
/** Maximum duration of a stream in milliseconds; the tab then reconnects with its current rights. */
const longest = 5 * 60_000
/** Maximum concurrent streams per account. */
const mostStreams = 10

/** Milliseconds between checks of an account's access and scopes. */
const recheck = 20_000

interface EventsOptions {
  /** Direct database URL: a transaction pooler would drop notifications. */
  url: string
  authenticate: Authenticate
  /** Throws `AppError` if the account may not enter the console from its network. */
  admitToConsole: (scope: Scope) => Promise<void>
  recheckAfter?: number
}

/**
 * Mounts server-sent events (WHATWG HTML, 9.2) for logged-in accounts: one stream per tab, fed by LISTEN/NOTIFY, so
 * that any process may make the change. A stream only says which record changed, never its content, so it cannot leak
 * data. Whenever LISTEN begins, at a start or after a lost database connection, all connected readers get `missed` and
 * fetch again.
 */
export const mountEvents = (
  server: FastifyInstance,
  { url, authenticate, admitToConsole, recheckAfter = recheck }: EventsOptions,
): void => {
  const readers = new Set<Reader>()
  let listener: Listener | undefined

  const write = (reader: Reader, event: string, data: object) =>
    reader.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

  const tell = (payload: string) => {
    const { users, scope, topic, id } = JSON.parse(payload) as Told
    for (const reader of readers)
      if (users.includes(reader.userId) || (scope && mayRead(reader.scopes, scope)))
        write(reader, 'changed', { topic, id })
  }

  const heard = (hearing: boolean) => {
    if (hearing) for (const reader of readers) write(reader, 'missed', {})
  }

  /** Returns the caller's account and current scopes; throws like any member route. */
  const admit = async (request: FastifyRequest): Promise<Pick<Reader, 'userId' | 'scopes'>> => {
    const scope = scopeOf(request)
    const token = readBearerToken(request.headers.authorization)
    scope.principal = token ? await authenticate(token) : null
    checkAccess(listening, scope)
    const { userId = '', scopes = [] } = scope.principal ?? {}
    try {
      if (scopes.includes('console')) await admitToConsole(scope)
      return { userId, scopes }
    } catch (error) {
      // Outside the allowed networks, send only events addressed to the account itself.
      if (error instanceof AppError) return { userId, scopes: [] }
      throw error
    }
  }

  server.get(eventsPath, async (request, reply) => {
    const { userId, scopes } = await admit(request)
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
    const ending = setTimeout(() => end(), longest)
    const checking = setInterval(async () => {
      try {
        reader.scopes = (await admit(request)).scopes
      } catch (error) {
        // Other errors mean that the database is down: keep the stream, which sends no events meanwhile.
        if (error instanceof AppError) end()
      }
    }, recheckAfter)
    const leave = () => {
      readers.delete(reader)
      clearInterval(beating)
      clearInterval(checking)
      clearTimeout(ending)
    }
    // Unregister first, so that nothing is written after the end.
    const end = () => {
      leave()
      raw.end()
    }
    raw.on('close', leave)
  })

  // Close the streams before the server waits for open requests, because they would never end.
  server.addHook('preClose', async () => {
    for (const { response } of readers) response.end()
    await listener?.close()
  })
}
