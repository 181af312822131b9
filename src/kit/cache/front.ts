import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { acceptedCodings, type Coding, namesTag, remember } from './negotiate.ts'
import { choose, type Ready } from './ready.ts'
import type { Source, TagCache } from './tag-cache.ts'
import { writeAnswer } from './write-answer.ts'

/** Listens to requests. A promise that it returns is awaited by the guard (server/guard.ts), which answers its failure. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

const codings = remember(500, acceptedCodings)

/** The headers that an answer may depend on. */
interface Asked {
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
 * Reads the five headers from the list the parser made. `request.headers` would build an object of all of them, which
 * takes longer than everything else here.
 */
const readAsked = ({ rawHeaders }: IncomingMessage): Asked => {
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

const write = (method: string | undefined, response: ServerResponse, ready: Ready, asked: Asked): void => {
  const representation = choose(ready.representations, asked.codings)
  if (asked.condition !== undefined && ready.status === 200 && namesTag(asked.condition, representation.etag))
    writeAnswer(response, 304, representation.notModified, undefined)
  else writeAnswer(response, ready.status, representation.head, method === 'HEAD' ? undefined : representation.body)
}

/** Writes a ready answer: 304 where the visitor has it, the best coding otherwise. */
export const sendReady = (request: IncomingMessage, response: ServerResponse, ready: Ready): void =>
  write(request.method, response, ready, readAsked(request))

/**
 * Runs before the server's own listener. A fresh answer is sent at once from memory; a request with an
 * Authorization header, writes, or asks for something no source of its host knows, goes on to the server. Place the
 * guard before it.
 */
export const frontOf =
  (cache: TagCache, sourcesAt: (host: string | undefined) => readonly Source[]) =>
  (server: Listener): Listener =>
  (request, response) => {
    const { method, url = '/' } = request
    if (method !== 'GET' && method !== 'HEAD') return server(request, response)
    const asked = readAsked(request)
    if (asked.isAuthorized) return server(request, response)
    for (const source of sourcesAt(asked.host)) {
      const key = source.keyOf(url, asked.language)
      if (key === null) continue
      const entry = cache.fresh(source, key)
      if (entry) return write(method, response, entry, asked)
      return cache.obtain(source, key).then((ready) => write(method, response, ready, asked))
    }
    return server(request, response)
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
