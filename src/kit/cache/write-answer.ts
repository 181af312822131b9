import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Representation } from './encoded-answer.ts'

/** Internal field in which Node stores the head text after `writeHead`; null before. Not part of Node's types. */
interface WithHead {
  _header: string | null
}

interface CachedHead {
  status: number
  second: number
  keepAlive: number
  text: string
}

const cachedHeads = new WeakMap<string[], CachedHead>()

/** Returns the head text that `writeHead` would produce in the current second for a keep-alive connection. */
const headText = (status: number, head: string[], keepAlive: number): string => {
  const now = Date.now()
  const second = Math.floor(now / 1000)
  const cached = cachedHeads.get(head)
  if (cached?.second === second && cached.status === status && cached.keepAlive === keepAlive) return cached.text
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < head.length; index += 2) lines.push(`${head[index]}: ${head[index + 1]}`)
  lines.push(`Date: ${new Date(now).toUTCString()}`, 'Connection: keep-alive', `Keep-Alive: timeout=${keepAlive}`)
  const text = `${lines.join('\r\n')}\r\n\r\n`
  cachedHeads.set(head, { status, second, keepAlive, text })
  return text
}

/**
 * Writes a cached answer. `writeHead` validates and joins every header for every request, a fifth of the CPU time of a
 * cache hit (docs/decisions/0007), although the head of a cached answer changes only in its date. On a keep-alive
 * connection this function therefore sets the head text of the current second where `writeHead` would store it. A test
 * compares both byte by byte; if a Node version stores the text elsewhere, the function falls back to `writeHead`.
 */
export const writeAnswer = (
  response: ServerResponse,
  status: number,
  head: Representation['head'],
  body: Buffer | undefined,
): void => {
  const server = (response.socket as { server?: Server } | null)?.server
  // A closing server does not keep connections alive.
  if (server?.listening === false) response.shouldKeepAlive = false
  const inside = response as unknown as WithHead
  const stays = response.shouldKeepAlive && response.req.httpVersionMinor === 1 && !server?.maxRequestsPerSocket
  if (server && stays && inside._header === null) {
    response.statusCode = status
    inside._header = headText(status, head, Math.floor(server.keepAliveTimeout / 1000))
  } else response.writeHead(status, head)
  response.end(body)
}
