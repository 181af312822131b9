import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { negotiateLocale } from '../cache/negotiate.ts'
import { AppError } from '../errors.ts'
import type { LineLimits } from '../limits.ts'
import { renderError } from './render-error.ts'

/** What is known of one connection. Times are those of the watch, byte counts those of the socket. */
interface Line {
  request: IncomingMessage | null
  response: ServerResponse | null
  /** When the request began. */
  began: number
  /** When the window for receiving began, and bytes received until then. */
  receiving: number
  received: number
  /** The same for sending. */
  sending: number
  sent: number
  ending: boolean
}

/** `http.server.request.start` of Node's diagnostics channels: sees requests that never reach the router too. */
interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  socket: Socket
  server: Server
}
const channel = 'http.server.request.start'

/** Bytes handed to the system, and how many of them it still holds in its own queue. Not in Node's types. */
interface Inside {
  _bytesDispatched?: number
  _handle?: { writeQueueSize?: number } | null
}

/** Bytes that went out. A large answer is one write, so the part of it that waits in the queue is looked at too. */
const sentBy = (socket: Socket): number => {
  const { _bytesDispatched: dispatched, _handle: handle } = socket as unknown as Inside
  return dispatched === undefined
    ? socket.bytesWritten - socket.writableLength
    : dispatched - (handle?.writeQueueSize ?? 0)
}

/** The whole answer 408, in the language of the request: the router may have given the request up already. */
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

/** Milliseconds for which a refused sender may still read why. */
const lingering = 1000

export interface SlowLinesOptions {
  limits: LineLimits
  log(reason: string): void
}

/** Forms with files, and pieces of a file. */
const isUpload = ({ headers }: IncomingMessage) =>
  /^(multipart\/|application\/offset\+octet-stream)/i.test(headers['content-type'] ?? '')

/**
 * Ends connections that make no progress, in place of Node's `requestTimeout`, which counts the whole time and so cuts
 * an honest upload on a slow line. A body that brings less than the least rate within the window is refused with 408
 * in words (RFC 9110, 15.5.9), and so is one that takes longer than the longest time; an answer that is not read is
 * dropped. A body that waits because the server does not read it yet counts as progress. Head and idle connections are
 * left to Node's `headersTimeout` and `keepAliveTimeout`. Stops with the server.
 */
export const watchSlowLines = (server: Server, { limits, log }: SlowLinesOptions): void => {
  const lines = new Map<Socket, Line>()
  // A clock of its own: after a pause of the whole process nobody is blamed for the time that was lost.
  let now = 0
  let looked = performance.now()

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

  /** Says why where nothing was said yet, then closes. */
  const end = (socket: Socket, line: Line, request: IncomingMessage) => {
    line.ending = true
    const { response } = line
    const canSay = response && !response.headersSent && response.socket === socket && socket.writable
    if (!canSay) return socket.destroy()
    socket.end(refusalOf(request))
    // Closed at once, what is still coming in would make the system throw the answer away (RFC 9112, 9.6).
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

  const look = () => {
    const moment = performance.now()
    now += Math.min(moment - looked, 2 * limits.interval)
    looked = moment
    for (const [socket, line] of lines) {
      if (line.ending) continue
      lookAtBody(socket, line)
      if (!line.ending) lookAtAnswer(socket, line)
    }
  }

  server.on('connection', begin)
  subscribe(channel, onRequest)
  const timer = setInterval(look, limits.interval).unref()
  server.once('close', () => {
    clearInterval(timer)
    unsubscribe(channel, onRequest)
  })
}
