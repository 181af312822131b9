import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { chooseRepresentation, type EncodedAnswer } from './encoded-answer.ts'
import { acceptedCodings, type Coding, matchesEntityTag, memoize } from './negotiate.ts'
import type { Source, TagCache } from './tag-cache.ts'
import { writeAnswer } from './write-answer.ts'

/** Request listener. The guard (server/http/request-guard.ts) awaits the returned promise and answers if it rejects. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

const codings = memoize(500, acceptedCodings)

/** Request headers that an answer may depend on. */
interface RequestConditions {
  codings: readonly Coding[]
  language: string | undefined
  condition: string | undefined
  host: string | undefined
  isAuthorized: boolean
}

const plain = acceptedCodings(undefined)

const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`

/**
 * Reads the five headers from the parser's raw list. `request.headers` would build an object of all headers, which
 * takes longer than the rest of this function.
 */
const readConditions = ({ rawHeaders }: IncomingMessage): RequestConditions => {
  let coding: string | undefined
  let language: string | undefined
  let condition: string | undefined
  let host: string | undefined
  let isAuthorized = false
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length !== 4 && name.length !== 13 && name.length !== 15) continue
    const value = rawHeaders[index + 1] as string
    switch (name.toLowerCase()) {
      case 'host':
        host = value
        break
      case 'accept-encoding':
        coding = joined(coding, value)
        break
      case 'accept-language':
        language = joined(language, value)
        break
      case 'if-none-match':
        condition = joined(condition, value)
        break
      case 'authorization':
        isAuthorized = true
    }
  }
  return { codings: coding === undefined ? plain : codings(coding), language, condition, host, isAuthorized }
}

const write = (
  method: string | undefined,
  response: ServerResponse,
  ready: EncodedAnswer,
  conditions: RequestConditions,
): void => {
  const representation = chooseRepresentation(ready.representations, conditions.codings)
  if (
    conditions.condition !== undefined &&
    ready.status === 200 &&
    matchesEntityTag(conditions.condition, representation.etag)
  )
    writeAnswer(response, 304, representation.notModified, undefined)
  else writeAnswer(response, ready.status, representation.head, method === 'HEAD' ? undefined : representation.body)
}

/** Writes a cached answer: 304 if the client has it, otherwise in the best accepted encoding. */
export const sendEncodedAnswer = (request: IncomingMessage, response: ServerResponse, ready: EncodedAnswer): void =>
  write(request.method, response, ready, readConditions(request))

/**
 * Creates the cache listener that runs before the server's own. It sends a fresh answer directly from memory. Requests
 * with an Authorization header, writes, and URLs unknown to every source of the host go on to the server. Place the
 * guard before it.
 */
export const createRequestCache =
  (cache: TagCache, sourcesAt: (host: string | undefined) => readonly Source[]) =>
  (server: Listener): Listener =>
  (request, response) => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return server(request, response)
    const conditions = readConditions(request)
    if (conditions.isAuthorized) return server(request, response)
    for (const source of sourcesAt(conditions.host)) {
      const key = source.keyOf(url, conditions.language)
      if (key === null) continue
      const entry = cache.fresh(source, key)
      if (entry) return write(method, response, entry, conditions)
      return cache.obtain(source, key).then((ready) => write(method, response, ready, conditions))
    }
    return server(request, response)
  }

/** Wraps the server's request listeners. */
export const wrapListeners = (server: Server, wrap: (next: Listener) => Listener): void => {
  const listeners = server.listeners('request') as Listener[]
  server.removeAllListeners('request')
  const next: Listener = (request, response) => {
    for (const listener of listeners) listener(request, response)
  }
  server.on('request', wrap(listeners.length === 1 && listeners[0] ? listeners[0] : next))
}
