import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { negotiateLocale } from '../../cache/negotiate.ts'
import { AppError } from '../../errors.ts'
import type { LineLimits } from '../../limits.ts'
import { renderError } from './render-error.ts'

/** State of a connection. Times are from the watch's own clock, byte counts from the socket. */
interface Line {
  request: IncomingMessage | null
  response: ServerResponse | null
  began: number
  /** Start of the receive window, and bytes received until then. */
  receiving: number
  received: number
  /** Start of the send window, and bytes sent until then. */
  sending: number
  sent: number
  ending: boolean
}

/**
 * Message of `http.server.request.start` (Node diagnostics channel), which also reports requests that never reach the
 * router.
 */
interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
  server: Server
}
const channel = 'http.server.request.start'

/** Bytes passed to the operating system, and how many are still in its queue. Not in Node's types. */
interface Inside {
  _bytesDispatched?: number
  _handle?: { writeQueueSize?: number } | null
}

/** Returns the bytes sent. A large answer is one write, so the part still queued is subtracted. */
const sentBy = (socket: Socket): number => {
  const { _bytesDispatched: dispatched, _handle: handle } = socket as unknown as Inside
  return dispatched === undefined
    ? socket.bytesWritten - socket.writableLength
    : dispatched - (handle?.writeQueueSize ?? 0)
}

/**
 * Full 408 answer in the language of the request; written directly, because the router may have abandoned the request.
 */
const refusalOf = ({ headers }: IncomingMessage): string => {
  const { status, body } = renderError(new AppError('timed_out'), negotiateLocale(headers['accept-language']), '')
  const text = JSON.stringify(body)
  const fields = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('\r\n')}\r\n\r\n${text}`
}

/** Milliseconds for a refused client to read the reason. */
const lingering = 1000

export interface SlowConnectionsOptions {
  limits: LineLimits
  log(reason: string): void
}

/** True for multipart forms and resumable upload chunks. */
const isUpload = ({ headers }: IncomingMessage) =>
  /^(multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '')

/**
 * Ends connections without progress. Replaces Node's `requestTimeout`, which limits the total time and would cut a
 * legitimate upload on a slow line. A body slower than the minimum rate within the window gets 408 with a message (RFC
 * 9110, 15.5.9), and so does one that exceeds the maximum duration; an answer that is not read is dropped. A body that
 * waits because the server does not read it counts as progress. Heads and idle connections are left to Node's
 * `headersTimeout` and `keepAliveTimeout`. Stops with the server.
 */
export const watchSlowConnections = (server: Server, { limits, log }: SlowConnectionsOptions): void => {
  const lines = new Map<Socket, Line>()
  // Separate clock: after a pause of the whole process, no connection is charged for the lost time.
  let now = 0
  let checkedAt = performance.now()

  const begin = (socket: Socket) => {
    lines.set(socket, {
      request: null,
      response: null,
      began: now,
      receiving: now,
      received: 0,
      sending: now,
      sent: 0,
      ending: false,
    })
    socket.once('close', () => lines.delete(socket))
  }

  const onRequest = (message: unknown) => {
    const { request, response, socket, server: own } = message as RequestStart
    const line = own === server ? lines.get(socket) : undefined
    if (line) Object.assign(line, { request, response, began: now, receiving: now, received: socket.bytesRead })
  }

  /** Sends the reason if no answer has started, then closes the connection. */
  const end = (socket: Socket, line: Line, request: IncomingMessage) => {
    line.ending = true
    const { response } = line
    const canSay = response && !response.headersSent && response.socket === socket && socket.writable
    if (!canSay) return socket.destroy()
    socket.end(refusalOf(request))
    // If closed immediately, incoming data would make the system discard the answer (RFC 9112, 9.6).
    setTimeout(() => socket.destroy(), lingering).unref()
  }

  const lookAtBody = (socket: Socket, line: Line) => {
    const { request } = line
    if (!request || request.complete) {
      line.receiving = now
      line.received = socket.bytesRead
      return
    }
    const isWaitingForUs = request.readableLength > 0
    if (isWaitingForUs || socket.bytesRead - line.received >= (limits.leastRate * limits.receiveWindow) / 1000) {
      line.receiving = now
      line.received = socket.bytesRead
    }
    const longest = isUpload(request) ? limits.longestUpload : limits.longestBody
    const reason =
      now - line.receiving >= limits.receiveWindow
        ? 'a body did not go on'
        : now - line.began >= longest
          ? 'a body took too long'
          : null
    if (!reason) return
    log(reason)
    end(socket, line, request)
  }

  const lookAtAnswer = (socket: Socket, line: Line) => {
    const sent = sentBy(socket)
    if (socket.writableLength === 0 || sent - line.sent >= (limits.leastRate * limits.sendWindow) / 1000) {
      line.sending = now
      line.sent = sent
    } else if (now - line.sending >= limits.sendWindow) {
      log('an answer was not read')
      socket.destroy()
    }
  }

  const checkConnections = () => {
    const moment = performance.now()
    now += Math.min(moment - checkedAt, 2 * limits.interval)
    checkedAt = moment
    for (const [socket, line] of lines) {
      if (line.ending) continue
      lookAtBody(socket, line)
      if (!line.ending) lookAtAnswer(socket, line)
    }
  }

  server.on('connection', begin)
  subscribe(channel, onRequest)
  const timer = setInterval(checkConnections, limits.interval).unref()
  server.once('close', () => {
    clearInterval(timer)
    unsubscribe(channel, onRequest)
  })
}
