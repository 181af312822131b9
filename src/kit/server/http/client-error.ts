import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, type RefusalCode } from '../../errors.ts'
import { maxTargetLength } from '../../web/addresses/request-target.ts'
import { edgeAnswer, type LoggedAnswer } from './edge-answer.ts'

/** Error of Node's HTTP parser; `rawPacket` is the buffer it was reading. */
interface ClientError extends Error {
  code?: string
  rawPacket?: unknown
}

/** Milliseconds for a client to read the answer and stop sending, before the connection is cut. */
const farewell = 1000

/** Extracts the request target and headers from the buffer at which the parser failed, as far as readable. */
const seenIn = (piece: unknown): LoggedAnswer => {
  const text = Buffer.isBuffer(piece) ? piece.toString('latin1', 0, 16 * 1024) : ''
  const [, target = ''] = /^[A-Z-]{1,20} ([^ \r\n]*)/.exec(text) ?? []
  const header = (name: string) => new RegExp(`\\r\\n${name}: *([^\\r\\n]{0,400})`, 'i').exec(text)?.[1]
  return { target, accept: header('accept'), acceptLanguage: header('accept-language') }
}

const codeOf = ({ code }: ClientError, { target }: LoggedAnswer): RefusalCode => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timed_out'
  if (code === 'HPE_HEADER_OVERFLOW') return target.length > maxTargetLength ? 'address_too_long' : 'headers_too_large'
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'too_large'
  return 'malformed'
}

/** Internal field of Node with the current answer of a connection. Not in its types. */
interface WithTurn {
  _httpMessage?: ServerResponse | null
}

/** Connections being closed: the parser keeps reporting errors for further data. */
const closing = new WeakSet<Socket>()

const sendRefusal = (error: ClientError, socket: Socket): void => {
  const seen = seenIn(error.rawPacket)
  const { status, headers, body } = edgeAnswer(new AppError(codeOf(error, seen)), seen, '')
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (const [name, value] of Object.entries(headers)) head.push(`${name}: ${value}`)
  head.push(`date: ${new Date().toUTCString()}`, 'connection: close')
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Closing immediately with unread bytes would reset the connection before the client reads the answer.
  setTimeout(() => socket.destroy(), farewell).unref()
}

/**
 * Waits for the answers to earlier complete requests on the connection: otherwise the client would take the refusal for
 * the answer to the first of them. If the current answer's own request was cut off, the refusal replaces it.
 */
const inTurn = (error: ClientError, socket: Socket): void => {
  const turn = (socket as Socket & WithTurn)._httpMessage
  if (socket.destroyed || !socket.writable) socket.destroy()
  else if (!turn) sendRefusal(error, socket)
  else if (turn.req.complete && !turn.writableFinished) turn.once('close', () => setImmediate(inTurn, error, socket))
  else if (turn.headersSent) socket.destroy()
  else sendRefusal(error, socket)
}

/**
 * Answers requests that Node's parser rejects (`clientError`): 400, 408, 413, 414 or 431, in the format and language of
 * other refusals as far as the request is readable. Closes the connection. Never throws.
 */
export const answerClientError = (error: ClientError, socket: Socket): void => {
  if (closing.has(socket)) return
  closing.add(socket)
  socket.on('error', () => socket.destroy())
  if (error.code === 'ECONNRESET') socket.destroy()
  else inTurn(error, socket)
}
