import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Listener, listen } from '../db/listen.ts'
import { AppError } from '../errors.ts'
import { mayRead } from '../scopes.ts'
import type { Scope } from '../server/context.ts'
import { type Authenticate, bearer, scopeOf } from '../server/http.ts'
import { checkAccess } from '../server/kernel.ts'
import { eventChannel } from './publish.ts'

/** Where a tab asks for its events. */
export const eventsPath = '/api/v1/events'

interface Reader {
  userId: string
  scopes: readonly string[]
  response: ServerResponse
}

/** What a stream is as a route: open to every account that may use the others. */
const listening = { method: 'GET', path: eventsPath, access: 'member', summary: 'Events.' } as const

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

/** Milliseconds after which it is asked again whether an account may still listen, and to what. */
const recheck = 20_000

interface EventsOptions {
  /** Direct address of the database: a transaction pooler would swallow notifications. */
  url: string
  authenticate: Authenticate
  /** Throws `AppError` for who may not enter the console from where they are. */
  admitToConsole: (scope: Scope) => Promise<void>
  recheckAfter?: number
}

/**
 * Server-sent events (WHATWG HTML, 9.2) for everybody who is logged in: one stream a tab, fed by LISTEN/NOTIFY, so that it
 * does not matter which process made the change. A stream says that something changed, never what: nothing can leak
 * here. Whenever it begins to listen, at a start and after a lost connection to the database, every reader who came
 * before is told `missed` and fetches again.
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

  /** Who asks, and the rights that they have there now; throws what any route of a member would. */
  const admit = async (request: FastifyRequest): Promise<Pick<Reader, 'userId' | 'scopes'>> => {
    const scope = scopeOf(request)
    const token = bearer(request.headers.authorization)
    scope.principal = token ? await authenticate(token) : null
    checkAccess(listening, scope)
    const { userId = '', scopes = [] } = scope.principal ?? {}
    try {
      if (scopes.includes('console')) await admitToConsole(scope)
      return { userId, scopes }
    } catch (error) {
      // Outside of its networks they are told what concerns them alone.
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
        // While the database is away nothing is told either.
        if (error instanceof AppError) end()
      }
    }, recheckAfter)
    const leave = () => {
      readers.delete(reader)
      clearInterval(beating)
      clearInterval(checking)
      clearTimeout(ending)
    }
    // Nothing is written to it any more while the last of it is on its way.
    const end = () => {
      leave()
      raw.end()
    }
    raw.on('close', leave)
  })

  // Before the server waits for its requests to end: these never would.
  server.addHook('preClose', async () => {
    for (const { response } of readers) response.end()
    await listener?.close()
  })
}
