import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Representation } from './ready.ts'

/** Where Node keeps the text of a head once `writeHead` has made it; null before. Not in its types. */
interface WithHead {
  _header: string | null
}

interface MadeHead {
  status: number
  second: number
  keepAlive: number
  text: string
}

const made = new WeakMap<string[], MadeHead>()

/** The text of a head as `writeHead` would make it at that second, for a connection that stays open. */
const headText = (status: number, head: string[], keepAlive: number): string => {
  const now = Date.now()
  const second = Math.floor(now / 1000)
  const known = made.get(head)
  if (known?.second === second && known.status === status && known.keepAlive === keepAlive) return known.text
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let index = 0; index < head.length; index += 2) lines.push(`${head[index]}: ${head[index + 1]}`)
  lines.push(`Date: ${new Date(now).toUTCString()}`, 'Connection: keep-alive', `Keep-Alive: timeout=${keepAlive}`)
  const text = `${lines.join('\r\n')}\r\n\r\n`
  made.set(head, { status, second, keepAlive, text })
  return text
}

/**
 * Writes a filed answer. `writeHead` checks and joins every header for every visitor, a fifth of all the processor
 * time of a hit (docs/decisions/0007); the head of a filed answer is the same but for its date. So on a connection
 * that stays open the text made for this second is put where `writeHead` would put it. The test compares both byte by
 * byte; a Node that keeps it elsewhere takes the other way.
 */
export const writeAnswer = (
  response: ServerResponse,
  status: number,
  head: Representation['head'],
  body: Buffer | undefined,
): void => {
  const server = (response.socket as { server?: Server } | null)?.server
  // A server that is closing lets its connections go.
  if (server?.listening === false) response.shouldKeepAlive = false
  const inside = response as unknown as WithHead
  const stays = response.shouldKeepAlive && response.req.httpVersionMinor === 1 && !server?.maxRequestsPerSocket
  if (server && stays && inside._header === null) {
    response.statusCode = status
    inside._header = headText(status, head, Math.floor(server.keepAliveTimeout / 1000))
  } else response.writeHead(status, head)
  response.end(body)
}
