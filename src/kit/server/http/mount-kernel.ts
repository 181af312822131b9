import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { negotiateLocale } from '../../cache/negotiate.ts'
import type { RouteDeclaration } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import { sweepTemporaryFolders } from '../../files/temporary-uploads.ts'
import type { Principal, Scope } from '../context.ts'
import { checkAccess, isConsoleRoute, type Kernel, PendingAnswer, type RawInput } from '../kernel.ts'
import { answerOncePerKey } from '../limits/idempotency.ts'
import { createKeyedLimiter } from '../limits/keyed-limiter.ts'
import { type Admission, admitUpload, loadOf, noLoad } from '../uploads/admit-upload.ts'
import { receiveFiles } from '../uploads/receive-files.ts'
import { openUploadFolder, type UploadFolder } from '../uploads/upload-folder.ts'
import { renderError } from './render-error.ts'

/** Returns the account of a Bearer access token; null if it is forged or expired, or its session has ended. */
export type Authenticate = (token: string) => Promise<Principal | null>

/** Maximum bytes of a body outside uploads, and maximum nesting depth of its JSON. */
const bodyLimit = 256 * 1024
const depthLimit = 32

const scopes = new WeakMap<FastifyRequest, Scope>()

/** Returns the scope created by the access hook; a public scope for routes outside the contract. */
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

/** Measures nesting outside strings, without parsing. */
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

/** Returns the token of a Bearer header; null for another scheme. */
export const readBearerToken = (header: string | undefined): string | null => {
  const match = /^Bearer +([\w.~+/=-]+)$/i.exec(header ?? '')
  return match?.[1] ?? null
}

/** Returns the `ETag` of a single-record answer, which an update accepts as `If-Match`. */
const etagOf = (answer: unknown): string | null => {
  const [record, ...others] = Object.values((answer ?? {}) as Record<string, { updatedAt?: unknown } | null>)
  return others.length === 0 && typeof record?.updatedAt === 'string' ? `"${record.updatedAt}"` : null
}

const paramOf = (params: unknown, name: string): unknown =>
  params && typeof params === 'object' ? Object.entries(params).find(([key]) => key === name)?.[1] : undefined

const serve = async (
  kernel: Kernel,
  limiter: ReturnType<typeof createKeyedLimiter>,
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
  let reception: UploadFolder | undefined
  let admission: Admission | undefined
  let stored = noLoad
  try {
    if (route.upload) {
      reception = await openUploadFolder(request, services.settings.dataDirectory)
      const sender = route.access === 'public' ? scope.address : null
      admission = await admitUpload(services, request, route.upload, sender)
      raw.files = await reception.untilAborted(receiveFiles(request, route.upload, reception))
    } else if (request.isMultipart()) throw new AppError('wrong_body')
    else if (route.body && request.body === undefined && request.headers['content-type'])
      throw new AppError('broken_json')
    if (typeof key === 'string' && route.idempotent) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('invalid')
      raw.key = key
    }
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      route.crowded ? limiter.run(`${route.path} ${paramOf(request.params, route.crowded)}`, work) : work()
    if (raw.key !== undefined && scope.principal) {
      const { key: own } = raw
      const { status, answer } = await inTurn(() => answerOncePerKey(kernel, route, raw, scope, own))
      return reply.code(status).send(answer)
    }
    const answer = await inTurn(() => kernel.call(route, raw, scope))
    if (answer instanceof PendingAnswer) return reply.code(202).send(answer.toBody(scope.locale))
    stored = loadOf(raw.files ?? [])
    const etag = route.cached ? null : etagOf(answer)
    if (etag) reply.header('etag', etag)
    return reply.code(route.answer ? (route.status ?? 200) : 204).send(answer)
  } finally {
    await reception?.close()
    await admission?.release(stored)
  }
}

/** Headers of every answer; pages add their own. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/** Common error renderer as a Fastify error handler. */
const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const rendered = renderError(error, scopeOf(request).locale, request.id)
  if (rendered.unexpected) request.log.error({ err: error }, 'unexpected error')
  else if (rendered.status === 503) request.log.warn({ err: error }, 'unavailable')
  return reply.code(rendered.status).headers(rendered.headers).header('cache-control', 'no-store').send(rendered.body)
}

/** Answers errors before routing, for which no hook has run: a path or parameter that is too long. */
export const refuseBeforeRoute = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  void sendError(error, request, reply.headers(commonHeaders))
}

/** Registers every route of the kernel, with the access check first and the common error renderer. */
export const mountKernel = async (app: FastifyInstance, kernel: Kernel, authenticate: Authenticate): Promise<void> => {
  await app.register(multipart, { throwFileSizeLimit: false })
  app.addHook('onReady', async () => {
    const left = await sweepTemporaryFolders(kernel.services.settings.dataDirectory)
    if (left > 0) app.log.info({ left }, 'half received files of processes that ended are removed')
  })
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })

  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    const text = body as string
    // Some clients send a content type with every call, even DELETE; `serve` refuses an empty body if the route
    // requires one.
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

  const { maxConcurrent, maxWait } = kernel.services.settings.limits.crowds
  const limiter = createKeyedLimiter(maxConcurrent, maxWait, () => new AppError('crowded', { retryAfter: 1 }))
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
        const token = readBearerToken(request.headers.authorization)
        if (token && route.access !== 'refresh' && route.access !== 'basic') scope.principal = await authenticate(token)
        // Checked before the body is read, so that an unauthorized upload costs nothing.
        await kernel.checkSite(route, scope)
        checkAccess(route, scope)
        if (isConsoleRoute(route.access)) await kernel.admitToConsole(scope)
      },
      handler: (request, reply) => serve(kernel, limiter, route, request, reply),
    })
  }
}
