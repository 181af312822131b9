import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Listener, placeBefore } from '../cache/front.ts'
import { AppError } from '../errors.ts'
import { longestTarget, readTarget } from '../web/target.ts'
import { answerClientError } from './client-error.ts'
import { edgeAnswer } from './edge-answer.ts'

const answer = (error: unknown, request: IncomingMessage, response: ServerResponse, requestId: string): void => {
  // Half an answer is out: all that can be said is that it is broken.
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

/** What is wrong with a target before any route sees it; null when nothing is. Absolute-form becomes origin-form. */
const faultOf = (request: IncomingMessage): AppError | null => {
  const { url = '' } = request
  if (url.length > longestTarget) return new AppError('address_too_long')
  const target = readTarget(url)
  if (target === null) return new AppError('not_found')
  request.url = target
  return null
}

/**
 * The outermost listener. A malformed target is answered here, so that nothing further in has to expect one; a fault of
 * anything before the router, thrown or rejected, is answered with 500 and logged with its stack. No request may end
 * the process.
 */
export const guarded =
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

/** Where Node keeps the answer whose turn it is on a connection. Not in its types. */
interface WithTurn {
  _httpMessage?: ServerResponse | null
}

/**
 * `Expect: 100-continue` (RFC 9110, 10.1.1). Node puts the 100 of a pipelined request behind the head of its own answer,
 * and every answer after it on that connection is misread; such a request gets none, since its body is on the way.
 */
export const continueInTurn = (server: Server): void => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if ((request.socket as Socket & WithTurn)._httpMessage === response) response.writeContinue()
    server.emit('request', request, response)
  })
}

/** `CONNECT` (RFC 9110, 9.3.6) is refused. Without a listener Node cuts the connection, and answers before it are lost. */
export const refuseTunnels = (server: Server): void => {
  server.on('connect', (_request, socket) => answerClientError(new Error('CONNECT'), socket as Socket))
}

/** Puts the guard before everything that listens to a server's requests by now. */
export const guardRequests = (app: FastifyInstance, newId: () => string): void => {
  placeBefore(
    app.server,
    guarded((err, requestId) => app.log.error({ err, requestId }, 'unexpected error'), newId),
  )
  continueInTurn(app.server)
  refuseTunnels(app.server)
}
