import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Listener, wrapListeners } from '../../cache/request-cache.ts'
import { AppError } from '../../errors.ts'
import { maxTargetLength, readTarget } from '../../web/addresses/request-target.ts'
import { answerClientError } from './client-error.ts'
import { edgeAnswer } from './edge-answer.ts'

const answer = (error: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void => {
  // Part of the answer was sent: the only way to signal the error is to cut the connection.
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { url = '', headers, method } = request
  const seen = { target: url, accept: headers.accept, acceptLanguage: headers['accept-language'] }
  const { status, headers: head, body } = edgeAnswer(error, seen, requestId)
  for (const name of response.getHeaderNames()) response.removeHeader(name)
  response.writeHead(status, head)
  response.end(method === 'HEAD' ? undefined : body)
}

/**
 * Returns the error of a malformed target before routing; null if it is valid. Converts absolute-form to origin-form.
 */
const faultOf = (request: IncomingMessage): AppError | null => {
  const { url = '' } = request
  if (url.length > maxTargetLength) return new AppError('address_too_long')
  const target = readTarget(url)
  if (target === null) return new AppError('not_found')
  request.url = target
  return null
}

/**
 * Creates the outermost listener. It answers malformed targets, so that no later code has to expect them. An error in a
 * listener before the router, thrown or rejected, is answered with 500 and logged with its stack. No request may end
 * the process.
 */
export const createGuard =
  (report: (error: unknown, requestId: string) => void, newId: () => string) =>
  (next: Listener): Listener =>
  (request, response) => {
    const fail = (error: unknown) => {
      const requestId = newId()
      report(error, requestId)
      answer(error, request, response, requestId)
    }
    try {
      const fault = faultOf(request)
      if (fault) answer(fault, request, response, '')
      else next(request, response)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }

/** Internal field of Node with the current answer of a connection. Not in its types. */
interface WithTurn {
  _httpMessage?: ServerResponse | null
}

/**
 * Handles `Expect: 100-continue` (RFC 9110, 10.1.1). For a pipelined request, Node would send the 100 after the head of
 * another answer, and the client would misread every later answer on the connection. Such a request gets no 100; its
 * body is already on the way.
 */
export const answerExpectContinue = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if ((request.socket as Socket & WithTurn)._httpMessage === response) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** Refuses `CONNECT` (RFC 9110, 9.3.6). Without a listener, Node cuts the connection and earlier answers are lost. */
export const refuseTunnels = (server: Server): void => {
  server.on('connect', (_request, socket) => answerClientError(new Error('CONNECT'), socket as Socket))
}

/** Installs the guard before the server's current request listeners. */
export const guardRequests = (app: FastifyInstance, newId: () => string): void => {
  wrapListeners(
    app.server,
    createGuard((err, requestId) => app.log.error({ err, requestId }, 'unexpected error'), newId),
  )
  answerExpectContinue(app.server)
  refuseTunnels(app.server)
}
