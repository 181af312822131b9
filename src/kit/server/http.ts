import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { negotiateLocale } from '../cache/negotiate.ts'
import type { RouteDeclaration } from '../contract.ts'
import { AppError } from '../errors.ts'
import { sweepUnfinished } from '../files/unfinished.ts'
import { answerOnce } from './answer-once.ts'
import type { Principal, Scope } from './context.ts'
import { checkAccess, isOfConsole, KeptForApproval, type Kernel, type RawInput } from './kernel.ts'
import { receiveFiles } from './receive-files.ts'
import { openReception, type Reception } from './reception.ts'
import { renderError } from './render-error.ts'
import { makeTurns } from './turns.ts'
import { type Admission, admitUpload, loadOf, nothing } from './upload-gate.ts'

/** Finds the account of a Bearer access token; null when it is forged, expired or its session ended. */
export type Authenticate = (token: string) => Promise<Principal | null>

/** Bytes of a body outside uploads, and how deep its JSON may nest. */
const bodyLimit = 256 * 1024
const depthLimit = 32

const scopes = new WeakMap<FastifyRequest, Scope>()

/** The scope that the access hook made; routes outside the contract get a public one. */
export const scopeOf = (request: FastifyRequest): Scope => {
  const known = scopes.get(request)
  if (known) return known
  const scope: Scope = {
    locale: negotiateLocale(request.headers['accept-language']),
    principal: null,
    tags: new Set(),
    until: Number.POSITIVE_INFINITY,
    address: request.ip,
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    authorization: request.headers.authorization,
  }
  scopes.set(request, scope)
  return scope
}

/** Depth of nesting, counted outside strings, without parsing. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    if (inString) {
      if (character === 92) index += 1
      else if (character === 34) inString = false
    } else if (character === 34) inString = true
    else if (character === 123 || character === 91) {
      depth += 1
      if (depth > depthLimit) return true
    } else if (character === 125 || character === 93) depth -= 1
  }
  return false
}

/** The token of an Authorization header; null when it is another scheme. */
export const bearer = (header: string | undefined): string | null => {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** `ETag` of an answer that is one record: what `If-Match` of a change takes. */
const etagOf = (answer: unknown): string | null => {
  const [record, ...others] = Object.values((answer ?? {}) as Record<string, { updatedAt?: unknown } | null>)
  return others.length === 0 && typeof record?.updatedAt === 'string' ? `"${record.updatedAt}"` : null
}

const paramOf = (params: unknown, name: string): unknown =>
  params && typeof params === 'object' ? Object.entries(params).find(([key]) => key === name)?.[1] : undefined

const serve = async (
  kernel: Kernel,
  turns: ReturnType<typeof makeTurns>,
  route: RouteDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const scope = scopeOf(request)
  const raw: RawInput = {
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: request.headers['if-match'],
  }
  const key = request.headers['idempotency-key']
  const { services } = kernel
  let reception: Reception | undefined
  let admission: Admission | undefined
  let kept = nothing
  try {
    if (route.upload) {
      reception = await openReception(request, services.settings.dataDirectory)
      const sender = route.access === 'public' ? scope.address : null
      admission = await admitUpload(services, request, route.upload, sender)
      raw.files = await reception.whole(receiveFiles(request, route.upload, reception))
    } else if (request.isMultipart()) throw new AppError('wrong_body')
    else if (route.body && request.body === undefined && request.headers['content-type'])
      throw new AppError('broken_json')
    if (typeof key === 'string' && route.idempotent) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('invalid')
      raw.key = key
    }
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      route.crowded ? turns.take(`${route.path} ${paramOf(request.params, route.crowded)}`, work) : work()
    if (raw.key !== undefined && scope.principal) {
      const { key: own } = raw
      const { status, answer } = await inTurn(() => answerOnce(kernel, route, raw, scope, own))
      return reply.code(status).send(answer)
    }
    const answer = await inTurn(() => kernel.call(route, raw, scope))
    if (answer instanceof KeptForApproval) return reply.code(202).send(answer.told(scope.locale))
    kept = loadOf(raw.files ?? [])
    const etag = route.cached ? null : etagOf(answer)
    if (etag) reply.header('etag', etag)
    return reply.code(route.answer ? (route.status ?? 200) : 204).send(answer)
  } finally {
    await reception?.close()
    await admission?.settle(kept)
  }
}

/** Every answer of the server carries these; pages add their own. */
export const alwaysSent = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** The one error renderer, as Fastify calls it. */
const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const rendered = renderError(error, scopeOf(request).locale, request.id)
  if (rendered.unexpected) request.log.error({ err: error }, 'unexpected error')
  else if (rendered.status === 503) request.log.warn({ err: error }, 'unavailable')
  return reply.code(rendered.status).headers(rendered.headers).header('cache-control', 'no-store').send(rendered.body)
}

/** What the router refuses before a route is found, where no hook has run: a path or a parameter that is too long. */
export const refuseBeforeRoute = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  void sendError(error, request, reply.headers(alwaysSent))
}

/** Puts every route of the kernel on the server, with access before anything else, and the one error renderer. */
export const mountKernel = async (app: FastifyInstance, kernel: Kernel, authenticate: Authenticate): Promise<void> => {
  await app.register(multipart, { throwFileSizeLimit: false })
  app.addHook('onReady', async () => {
    const left = await sweepUnfinished(kernel.services.settings.dataDirectory)
    if (left > 0) app.log.info({ left }, 'half received files of processes that ended are removed')
  })
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })

  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    const text = body as string
    // Clients that name a type on every call send it with a DELETE too; `serve` refuses it where a body is needed.
    if (text === '') return done(null, undefined)
    if (isTooDeep(text)) return done(new AppError('too_deep'))
    try {
      done(
        null,
        JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value)),
      )
    } catch {
      done(new AppError('broken_json'))
    }
  })

  app.setErrorHandler(sendError)

  app.setNotFoundHandler((request) => {
    scopeOf(request)
    throw new AppError('not_found')
  })

  const { atOnce, patience } = kernel.services.settings.limits.crowds
  const turns = makeTurns(atOnce, patience, () => new AppError('crowded', { retryAfter: 1 }))
  for (const { route } of kernel.routes) {
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.perMinute && { config: { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } }),
      onRequest: async (request, reply) => {
        reply.header('vary', 'Accept-Language')
        reply.header('cache-control', route.cached && !request.headers.authorization ? 'no-cache' : 'no-store')
        reply.header('x-content-type-options', 'nosniff')
        const scope = scopeOf(request)
        const token = bearer(request.headers.authorization)
        if (token && route.access !== 'refresh' && route.access !== 'basic') scope.principal = await authenticate(token)
        // Before the body is read: an unauthorised upload costs nothing.
        await kernel.checkSite(route, scope)
        checkAccess(route, scope)
        if (isOfConsole(route.access)) await kernel.admitToConsole(scope)
      },
      handler: (request, reply) => serve(kernel, turns, route, request, reply),
    })
  }
}
