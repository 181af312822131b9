import { mkdirSync } from 'node:fs'
import { FileStore } from '@tus/file-store'
import { Upload as Piecewise, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, RouteDeclaration, Upload } from '../../contract.ts'
import { AppError } from '../../errors.ts'
import { privateFolder } from '../../process/private-folder.ts'
import { Context, publicScope, type Scope, type Services } from '../../server/context.ts'
import { scopeOf } from '../../server/http/mount-kernel.ts'
import { renderError } from '../../server/http/render-error.ts'
import { checkAccess } from '../../server/kernel.ts'
import { reserveSpace } from '../../server/uploads/admit-upload.ts'
import { endingsOf } from '../file-types.ts'
import { extensionOf, safeName } from '../media-library.ts'
import {
  cancelResumable,
  findResumable,
  makeResumableFolder,
  recordResumable,
  resumableFolder,
} from './resumable-uploads.ts'

export interface ResumableOptions {
  /** Path at which uploads are created; each upload has its own path below. */
  path: string
  purpose: string
  access: Access
  upload: Upload
  authenticate: (token: string) => Promise<Scope['principal']>
  /** Throws if the account may not start an upload. */
  admit: (context: Context) => Promise<void>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pieces = 'application/offset+octet-stream'

/** Refusal codes for the status codes of the tus server. */
const codes = {
  400: 'malformed',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'not_found',
  413: 'too_large',
  415: 'wrong_body',
  501: 'malformed',
} as const

/**
 * Mounts resumable uploads (tus 1.0.0: creation, termination). They continue after a lost connection, a page reload or
 * a server restart: received bytes are on disk, their row is in the database. Only its owner can access an upload. A
 * route of the module's contract creates the record once the file is complete.
 */
export const mountResumable = (app: FastifyInstance, services: Services, options: ResumableOptions): void => {
  const { path, purpose, access, upload } = options
  const senders = new WeakMap<object, Context>()
  type UploadRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['namingFunction']>>[0]
  const senderOf = (request: UploadRequest): Context => {
    const raw = request.runtime?.node?.req
    const context = raw && senders.get(raw)
    if (!context) throw new AppError('login_required')
    return context
  }
  /** Splits a key `<account>/<upload>`, which is also its path in the folder. */
  const split = (key: string): [string, string] => {
    const [userId = '', id = ''] = key.split('/')
    return [userId, id]
  }
  const anonymousContext = new Context(services, publicScope('ko'))
  // Create it before the file store does, which would make it readable by others.
  mkdirSync(resumableFolder(services), { recursive: true, mode: privateFolder })
  const store = new FileStore({
    directory: resumableFolder(services),
    configstore: {
      async get(key) {
        const [userId, id] = split(key)
        const row = await findResumable(anonymousContext, userId, id)
        return row && new Piecewise({ id: key, size: row.bytes, offset: 0, creation_date: row.createdAt.toISOString() })
      },
      // No-op: the row is created in `onUploadCreate`, where refusals can still carry a message.
      async set() {},
      async delete(key) {
        await cancelResumable(anonymousContext, ...split(key))
      },
    },
  })
  const server = new Server({
    path,
    datastore: store,
    maxSize: upload.maxBytes,
    relativeLocation: true,
    generateUrl: (_request, { id }) => `${path}/${split(id)[1]}`,
    namingFunction: (request) => `${senderOf(request).principal.userId}/${services.clock.newId()}`,
    getFileIdFromRequest: (request, last) =>
      last && uuid.test(last) ? `${senderOf(request).principal.userId}/${last}` : undefined,
    async onUploadCreate(request, { id: key, size, metadata }) {
      const context = senderOf(request)
      const name = safeName(metadata?.filename ?? '')
      const field = upload.field
      if (size === undefined || size < 1) throw new AppError('invalid', { fields: { [field]: 'required' } })
      // The bytes are checked once the file is complete.
      if (!endingsOf(upload).includes(extensionOf(name)))
        throw new AppError('wrong_kind', { fields: { [field]: 'file_ending' } })
      await options.admit(context)
      // Only checks that there is space; it is reserved again while each chunk arrives.
      ;(await reserveSpace(services, size))()
      const modified = Number(metadata?.modified)
      const [userId, id] = split(key)
      await recordResumable(context, userId, {
        id,
        purpose,
        name,
        bytes: size,
        modified: Number.isSafeInteger(modified) ? modified : 0,
      })
      await makeResumableFolder(services, userId)
      return {}
    },
    onResponseError(request, error) {
      const scope = senderOf(request).scope
      const status = (error as { status_code?: number }).status_code
      const code = codes[status as keyof typeof codes]
      const fields = code === 'too_large' ? { fields: { [upload.field]: 'file_size' } } : {}
      const refusal = error instanceof AppError || !code ? error : new AppError(code, fields)
      const rendered = renderError(refusal, scope.locale, scope.requestId)
      if (rendered.unexpected) services.log.error({ err: error }, 'an upload in pieces failed')
      return { status_code: rendered.status, body: JSON.stringify(rendered.body) }
    },
  })

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const context = new Context(services, scopeOf(request))
    const comes = request.method === 'PATCH' ? Number(request.headers['content-length'] ?? upload.maxBytes) : 0
    const giveBack = await reserveSpace(services, Math.min(comes, upload.maxBytes))
    try {
      senders.set(request.raw, context)
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value)
      await server.handle(request.raw, reply.raw)
    } finally {
      giveBack()
    }
  }

  void app.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    // The tus server reads the body itself.
    inner.addContentTypeParser(pieces, (_request, _body, done) => done(null))
    for (const [method, url, perMinute] of [
      ['POST', path, 120],
      ['HEAD', `${path}/:id`, 300],
      ['PATCH', `${path}/:id`, 600],
      ['DELETE', `${path}/:id`, 60],
    ] as const)
      inner.route({
        method,
        url,
        schema: { hide: true },
        bodyLimit: upload.maxBytes,
        config: { rateLimit: { max: perMinute, timeWindow: 60_000 } },
        onRequest: async (request, reply) => {
          reply.header('cache-control', 'no-store').header('vary', 'Accept-Language')
          const scope = scopeOf(request)
          const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
          if (token) scope.principal = await options.authenticate(token)
          // Check access before reading the body.
          checkAccess({ access } as RouteDeclaration, scope)
        },
        handler: serve,
      })
  })
}
