import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { RouteDeclaration } from '../contract.ts'
import { Refusal } from '../contract.ts'
import { AppError } from '../errors.ts'
import { negotiateLocale } from '../i18n.ts'
import { Context, type Principal, type Scope, type UploadedFile } from './context.ts'
import { checkAccess, type Kernel, type RawInput } from './kernel.ts'
import { renderError } from './render-error.ts'

/** Finds the account of a Bearer access token; null when it is forged, expired or its session ended. */
export type Authenticate = (token: string) => Promise<Principal | null>

/** Bytes of a body outside uploads, and how deep its JSON may nest (trust.md, Input). */
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

/** Receives the files of a multipart request into a temporary folder; the caller removes it. */
const receiveFiles = async (
  request: FastifyRequest,
  route: RouteDeclaration,
  folder: string,
): Promise<UploadedFile[]> => {
  const { upload } = route
  if (!upload) return []
  if (!request.isMultipart()) throw new AppError('wrong_kind')
  const files: UploadedFile[] = []
  const parts = request.files({
    limits: { fileSize: upload.maxBytes, files: upload.maxFiles, fields: 0, parts: upload.maxFiles },
  })
  for await (const part of parts) {
    if (part.fieldname !== upload.field) {
      part.file.resume()
      throw new AppError('invalid', { fields: { [part.fieldname]: 'file_kind' } })
    }
    const path = join(folder, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    if (part.file.truncated) throw new AppError('too_large', { fields: { [upload.field]: 'file_size' } })
    files.push({ name: part.filename, path, bytes: part.file.bytesRead })
  }
  if (files.length === 0) throw new AppError('invalid', { fields: { [upload.field]: 'required' } })
  return files
}

const bearer = (header: string | undefined): string | null => {
  const match = /^Bearer ([\w.~+/=-]+)$/.exec(header ?? '')
  return match?.[1] ?? null
}

/**
 * One effect and one answer for each key and account: the claim, the effect and the stored answer are one
 * transaction, and a second request with the key waits on the claim's unique row (IETF httpapi idempotency-key).
 */
const answerOnce = (
  kernel: Kernel,
  route: RouteDeclaration,
  raw: RawInput,
  scope: Scope,
  key: string,
): Promise<{ status: number; answer: unknown }> => {
  const hash = createHash('sha256')
    .update(JSON.stringify([route.method, route.path, raw.params, raw.body]))
    .digest()
  return new Context(kernel.services, scope).transaction(async (context) => {
    const account = context.principal.userId
    const claim = await context.database.execute(
      sql`INSERT INTO idempotency (account, key, request_hash) VALUES (${account}, ${key}, ${hash}) ON CONFLICT DO NOTHING`,
    )
    if (claim.rowCount === 0) {
      const stored = await context.database.execute<{ request_hash: Buffer; status: number; answer: unknown }>(
        sql`SELECT request_hash, status, answer FROM idempotency WHERE account = ${account} AND key = ${key}`,
      )
      const row = stored.rows[0]
      if (!row?.request_hash.equals(hash)) throw new AppError('key_reused')
      return { status: row.status, answer: row.answer }
    }
    const answer = await kernel.call(route, raw, scope, context)
    const status = route.status ?? 200
    await context.database.execute(
      sql`UPDATE idempotency SET status = ${status}, answer = ${JSON.stringify(answer ?? null)}::jsonb WHERE account = ${account} AND key = ${key}`,
    )
    return { status, answer }
  })
}

const serve = async (kernel: Kernel, route: RouteDeclaration, request: FastifyRequest, reply: FastifyReply) => {
  const scope = scopeOf(request)
  const raw: RawInput = {
    params: request.params,
    query: request.query,
    body: request.body,
    ifMatch: request.headers['if-match'],
  }
  const key = request.headers['idempotency-key']
  let folder: string | undefined
  try {
    if (route.upload) {
      folder = await mkdtemp(join(tmpdir(), 'daecheong-upload-'))
      raw.files = await receiveFiles(request, route, folder)
    }
    if (typeof key === 'string' && route.idempotent && scope.principal) {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new AppError('invalid')
      const { status, answer } = await answerOnce(kernel, route, raw, scope, key)
      return reply.code(status).send(answer)
    }
    const answer = await kernel.call(route, raw, scope)
    return reply.code(route.answer ? (route.status ?? 200) : 204).send(answer)
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

const statuses = [400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 500, 503] as const

/** Puts every route of the kernel on the server, with access before anything else, and the one error renderer. */
export const mountKernel = async (app: FastifyInstance, kernel: Kernel, authenticate: Authenticate): Promise<void> => {
  await app.register(multipart)
  await app.register(rateLimit, { global: false, keyGenerator: (request) => request.ip })

  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    const text = body as string
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

  // The kernel validates, for both ways in; the schemas stand on the routes for the API document.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))

  app.setErrorHandler((error, request, reply) => {
    const rendered = renderError(error, scopeOf(request).locale, request.id)
    if (rendered.unexpected) request.log.error({ err: error }, 'unexpected error')
    else if (rendered.status === 503) request.log.warn({ error: (error as Error).message }, 'unavailable')
    return reply.code(rendered.status).headers(rendered.headers).header('cache-control', 'no-store').send(rendered.body)
  })

  for (const { route } of kernel.routes) {
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(route.perMinute && { config: { rateLimit: { max: route.perMinute, timeWindow: 60_000 } } }),
      schema: {
        summary: route.summary,
        tags: [route.path.split('/')[3] ?? 'api'],
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
        ...(route.body && { body: route.body }),
        ...(route.upload && { consumes: ['multipart/form-data'] }),
        security: route.access === 'public' ? [] : [{ [route.access === 'basic' ? 'basic' : 'bearer']: [] }],
        response: {
          ...(route.answer ? { [route.status ?? 200]: route.answer } : { 204: z.null().describe('Done; no body.') }),
          ...Object.fromEntries(statuses.map((status) => [status, Refusal])),
        },
      },
      onRequest: async (request, reply) => {
        reply.header('vary', 'Accept-Language')
        if (!route.cached) reply.header('cache-control', 'no-store')
        reply.header('x-content-type-options', 'nosniff')
        const scope = scopeOf(request)
        const token = bearer(request.headers.authorization)
        if (token && route.access !== 'refresh' && route.access !== 'basic') scope.principal = await authenticate(token)
        // Before the body is read: a stranger's upload costs nothing.
        checkAccess(route, scope)
      },
      handler: (request, reply) => serve(kernel, route, request, reply),
    })
  }
}
