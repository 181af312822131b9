import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { acceptedCodings, namesTag, remember } from './negotiate.ts'
import { choose, type Ready } from './ready.ts'
import type { Source, TagCache } from './tag-cache.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const codings = remember(500, acceptedCodings)
const none = acceptedCodings(undefined)

/** Writes a ready answer: 304 where the visitor has it, the best coding otherwise. */
export const sendReady = (request: IncomingMessage, response: ServerResponse, ready: Ready): void => {
  const { headers } = request
  const accept = headers['accept-encoding']
  const representation = choose(ready.representations, accept === undefined ? none : codings(accept as string))
  const condition = headers['if-none-match']
  if (condition !== undefined && ready.status === 200 && namesTag(condition, representation.etag)) {
    response.writeHead(304, representation.notModified)
    response.end()
    return
  }
  response.writeHead(ready.status, representation.head)
  response.end(request.method === 'HEAD' ? undefined : representation.body)
}

/**
 * Stands before the server's own listener. A fresh answer leaves at once from memory; whoever brings an
 * Authorization header, writes, or asks for something no source knows, goes on to the server.
 */
export const frontOf =
  (cache: TagCache, sources: readonly Source[]) =>
  (server: Listener): Listener =>
  (request, response) => {
    const { method, url = '/', headers } = request
    if ((method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined) return server(request, response)
    for (const source of sources) {
      const key = source.keyOf(url, headers['accept-language'])
      if (key === null) continue
      const entry = cache.fresh(source, key)
      if (entry) return sendReady(request, response, entry)
      cache.obtain(source, key).then(
        (ready) => sendReady(request, response, ready),
        (error: unknown) => response.destroy(error as Error),
      )
      return
    }
    server(request, response)
  }

/** Puts something before what a server does with a request. */
export const placeBefore = (server: Server, wrap: (next: Listener) => Listener): void => {
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  const next: Listener = (request, response) => {
    for (const listener of listeners) listener(request, response)
  }
  server.on('request', wrap(listeners.length === 1 && listeners[0] ? listeners[0] : next))
}
