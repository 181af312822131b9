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

interface Subscriber {
  userId: string
  scopes: readonly string[]
  response: ServerResponse
}

/** Route declaration of the stream, for its access check: open to every account that may use other member routes. */
const eventsRoute = { method: 'GET', path: eventsPath, access: 'member', summary: 'Events.' } as const

interface ChangeEvent {
  users: string[]
  scope?: `console:${string}`
  topic: string
  id: string
}

/** Milliseconds between heartbeat comments, which keep proxies from closing an idle stream. */
const heartbeatInterval = 15_000
/** Maximum duration of a stream in milliseconds; the tab then reconnects with its current rights. */
const maxDuration = 5 * 60_000
/** Maximum concurrent streams per account. */
const maxStreamsPerAccount = 10

/** Milliseconds between checks of an account's access and scopes. */
const defaultRecheckInterval = 20_000

interface EventsOptions {
  /** Direct database URL: a transaction pooler would drop notifications. */
  url: string
  authenticate: Authenticate
  /** Throws `AppError` if the account may not enter the console from its network. */
  admitToConsole: (scope: Scope) => Promise<void>
  recheckInterval?: number
}

/**
 * Mounts server-sent events (WHATWG HTML, 9.2) for logged-in accounts: one stream per tab, fed by LISTEN/NOTIFY, so
 * that any process may make the change. A stream only says which record changed, never its content, so it cannot leak
 * data. Whenever LISTEN begins, at a start or after a lost database connection, all connected readers get `missed` and
 * fetch again.
 */
export const mountEvents = (
  server: FastifyInstance,
  { url, authenticate, admitToConsole, recheckInterval = defaultRecheckInterval }: EventsOptions,
): void => {
  const subscribers = new Set<Subscriber>()
  let listener: Listener | undefined

  const write = (subscriber: Subscriber, event: string, data: object) =>
    subscriber.response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

  const sendChange = (payload: string) => {
    const { users, scope, topic, id } = JSON.parse(payload) as ChangeEvent
    for (const subscriber of subscribers)
      if (users.includes(subscriber.userId) || (scope && mayRead(subscriber.scopes, scope)))
        write(subscriber, 'changed', { topic, id })
  }

  const handleListenerState = (isListening: boolean) => {
    if (isListening) for (const subscriber of subscribers) write(subscriber, 'missed', {})
  }

  /** Returns the caller's account and current scopes; throws like any member route. */
  const admit = async (request: FastifyRequest): Promise<Pick<Subscriber, 'userId' | 'scopes'>> => {
    const scope = scopeOf(request)
    const token = readBearerToken(request.headers.authorization)
    scope.principal = token ? await authenticate(token) : null
    checkAccess(eventsRoute, scope)
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
    if ([...subscribers].filter((subscriber) => subscriber.userId === userId).length >= maxStreamsPerAccount)
      throw new AppError('too_many', { retryAfter: 60 })
    listener ??= listen({ url, channel: eventChannel, onMessage: sendChange, onState: handleListenerState })

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    })
    const subscriber: Subscriber = { userId, scopes, response: raw }
    subscribers.add(subscriber)
    write(subscriber, 'ready', {})
    const heartbeat = setInterval(() => raw.write(': beat\n\n'), heartbeatInterval)
    const ending = setTimeout(() => end(), maxDuration)
    const checking = setInterval(async () => {
      try {
        subscriber.scopes = (await admit(request)).scopes
      } catch (error) {
        // Other errors mean that the database is down: keep the stream, which sends no events meanwhile.
        if (error instanceof AppError) end()
      }
    }, recheckInterval)
    const unsubscribe = () => {
      subscribers.delete(subscriber)
      clearInterval(heartbeat)
      clearInterval(checking)
      clearTimeout(ending)
    }
    // Unregister first, so that nothing is written after the end.
    const end = () => {
      unsubscribe()
      raw.end()
    }
    raw.on('close', unsubscribe)
  })

  // Close the streams before the server waits for open requests, because they would never end.
  server.addHook('preClose', async () => {
    for (const { response } of subscribers) response.end()
    await listener?.close()
  })
}
