import { mkdirSync } from 'node:fs'
import { FileStore } from '@tus/file-store'
import { Upload as Piecewise, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, RouteDeclaration, Upload } from '../contract.ts'
import { AppError } from '../errors.ts'
import { privateFolder } from '../private-folder.ts'
import { Context, publicScope, type Scope, type Services } from '../server/context.ts'
import { scopeOf } from '../server/http.ts'
import { checkAccess } from '../server/kernel.ts'
import { renderError } from '../server/render-error.ts'
import { holdRoom } from '../server/upload-gate.ts'
import { endingOf, safeName } from './library.ts'
import { dropResumable, findResumable, makeResumableFolder, noteResumable, resumableFolder } from './resumable.ts'

export interface ResumableOptions {
  /** Address at which uploads are made; each then has its own below it. */
  path: string
  purpose: string
  access: Access
  upload: Upload
  /** Endings of names that are taken. The bytes decide when the file is whole. */
  endings: readonly string[]
  authenticate: (token: string) => Promise<Scope['principal']>
  /** Refuses accounts that may not begin one. */
  admit: (context: Context) => Promise<void>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pieces = 'application/offset+octet-stream'

/** What the protocol's own refusals are here. */
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
 * Uploads in pieces (tus 1.0.0: creation, termination), which go on after a broken line, a reload of the page and a
 * restart of the server: what came is on the disk, and its row in the database. An upload is found under its owner alone.
 * What makes a record of the whole file is a route of the module's contract.
 */
export const mountResumable = (app: FastifyInstance, services: Services, options: ResumableOptions): void => {
  const { path, purpose, access, upload, endings } = options
  const senders = new WeakMap<object, Context>()
  type Asked = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['namingFunction']>>[0]
  const senderOf = (request: Asked): Context => {
    const raw = request.runtime?.node?.req
    const context = raw && senders.get(raw)
    if (!context) throw new AppError('login_required')
    return context
  }
  /** `<account>/<upload>`, which is its place in the folder too. */
  const split = (key: string): [string, string] => {
    const [userId = '', id = ''] = key.split('/')
    return [userId, id]
  }
  const bare = new Context(services, publicScope('ko'))
  // Before the store makes it, which would let others in.
  mkdirSync(resumableFolder(services), { recursive: true, mode: privateFolder })
  const store = new FileStore({
    directory: resumableFolder(services),
    configstore: {
      async get(key) {
        const [userId, id] = split(key)
        const row = await findResumable(bare, userId, id)
        return row && new Piecewise({ id: key, size: row.bytes, offset: 0, creation_date: row.createdAt.toISOString() })
      },
      // Noted in `onUploadCreate`, where refusals still have words.
      async set() {},
      async delete(key) {
        await dropResumable(bare, ...split(key))
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
      if (!endings.includes(endingOf(name))) throw new AppError('wrong_kind', { fields: { [field]: 'file_ending' } })
      await options.admit(context)
      // Held only to see that there is room: it is held again while each piece comes in.
      ;(await holdRoom(services, size))()
      const modified = Number(metadata?.modified)
      const [userId, id] = split(key)
      await noteResumable(context, userId, {
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
    const giveBack = await holdRoom(services, Math.min(comes, upload.maxBytes))
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
    // The protocol's server reads the body itself.
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
          // Before a byte of the body is read.
          checkAccess({ access } as RouteDeclaration, scope)
        },
        handler: serve,
      })
  })
}
